//! The memory of the transposition table, and prefetching. The system zeroes each page when it is first touched, so
//! creating a big table is fast. This is one of the two modules of the engine that contain unsafe code.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc_zeroed, dealloc};
use std::ops::Deref;
use std::ptr::NonNull;

use super::Bucket;

/// A slice of buckets on cache-line boundaries.
pub(super) struct Allocation {
    block: NonNull<u8>,
    layout: Layout,
    buckets: NonNull<Bucket>,
    len: usize,
}

impl Allocation {
    /// Allocates `len` empty buckets. Returns `None` if the system does not have enough memory or `len` is 0.
    pub fn zeroed(len: usize) -> Option<Self> {
        let bytes = len
            .checked_mul(size_of::<Bucket>())?
            .checked_add(align_of::<Bucket>())?;
        // With a stricter alignment than 16 the allocator would clear the memory itself and touch every page. So the
        // block has room for one more bucket, and the slice begins at the first cache-line boundary in the block.
        let layout = Layout::from_size_align(bytes, 16).ok()?;
        if len == 0 {
            return None;
        }
        // SAFETY: the layout's size is not 0.
        let block = NonNull::new(unsafe { alloc_zeroed(layout) })?;
        let offset = block.as_ptr().align_offset(align_of::<Bucket>());
        if offset > align_of::<Bucket>() {
            // SAFETY: the block was allocated above with this layout and is not used any more.
            unsafe { dealloc(block.as_ptr(), layout) };
            return None;
        }
        // SAFETY: `offset` is at most one alignment, and the block is larger than the buckets by one alignment.
        let buckets = unsafe { block.add(offset) }.cast();
        advise_huge_pages(block, bytes);
        Some(Self {
            block,
            layout,
            buckets,
            len,
        })
    }
}

impl Deref for Allocation {
    type Target = [Bucket];

    #[inline(always)]
    fn deref(&self) -> &[Bucket] {
        // SAFETY: `buckets` is aligned, and the block holds `len` buckets from there; zero bytes are valid buckets,
        // which contain integers only; the block lives as long as `self` and is changed only through atomics.
        unsafe { std::slice::from_raw_parts(self.buckets.as_ptr(), self.len) }
    }
}

impl Drop for Allocation {
    fn drop(&mut self) {
        // SAFETY: the block was allocated with this layout in `zeroed` and is freed only here; buckets need no drop.
        unsafe { dealloc(self.block.as_ptr(), self.layout) };
    }
}

// SAFETY: the memory belongs to this value alone.
unsafe impl Send for Allocation {}
// SAFETY: shared access reaches the memory through atomics only.
unsafe impl Sync for Allocation {}

/// Asks the system to back a block with huge pages. Nearly every access to a big table is to a different page, so with
/// small pages the access misses the TLB, and the prefetch must wait for the address translation.
#[cfg(all(target_os = "linux", not(miri)))]
fn advise_huge_pages(block: NonNull<u8>, bytes: usize) {
    const HUGE_PAGE: usize = 2 << 20;
    let offset = block.as_ptr().align_offset(HUGE_PAGE);
    let whole = bytes.saturating_sub(offset) / HUGE_PAGE * HUGE_PAGE;
    if whole > 0 {
        // SAFETY: the range begins on a page boundary and ends within the block, because `whole` is at most `bytes -
        // offset`; the advice changes no contents. If the system rejects the advice, only speed is lost.
        unsafe { libc::madvise(block.as_ptr().add(offset).cast(), whole, libc::MADV_HUGEPAGE) };
    }
}

/// Does nothing: only Linux is asked for huge pages.
#[cfg(not(all(target_os = "linux", not(miri))))]
fn advise_huge_pages(_: NonNull<u8>, _: usize) {}

/// Prefetches the cache line of a bucket; does nothing on processors other than x86-64.
#[inline(always)]
pub(super) fn prefetch(bucket: &Bucket) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: prefetching has no effect on memory, whatever the address; SSE is part of every x86-64.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(bucket).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = bucket;
}

#[cfg(all(test, target_os = "linux", not(miri)))]
mod tests {
    use super::*;

    /// Returns the flags of the memory mapping that contains an address (`VmFlags` in `/proc/self/smaps`).
    fn flags(address: usize) -> Option<String> {
        let maps = std::fs::read_to_string("/proc/self/smaps").ok()?;
        let mut inside = false;
        for line in maps.lines() {
            let range = line.split(' ').next().and_then(|range| range.split_once('-'));
            if let Some((start, end)) = range {
                let bound = |text| usize::from_str_radix(text, 16).ok();
                inside = bound(start)? <= address && address < bound(end)?;
            } else if let Some(flags) = line.strip_prefix("VmFlags:")
                && inside
            {
                return Some(flags.to_string());
            }
        }
        None
    }

    #[test]
    fn a_big_table_asks_for_huge_pages() {
        let table = Allocation::zeroed(8 * super::super::BUCKETS_PER_MIB).expect("8 MiB");
        let middle = &table[table.len() / 2];
        let flags = flags(std::ptr::from_ref(middle).addr()).expect("the system lists its memory");
        let supported = std::path::Path::new("/sys/kernel/mm/transparent_hugepage").exists();
        assert_eq!(flags.split_whitespace().any(|flag| flag == "hg"), supported, "{flags}");
    }
}
