//! Small opening books for the built-in games, written by `kurier book make`: an index of the files with the rules that
//! each book was made for and, with the feature `data`, the bytes of the files.
//!
//! Without the feature `data` only the index is compiled, for programs that load a book when they need it.

/// An opening book and the rules that it was made for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BookFile {
    /// The name of the file, such as `courier.book`.
    pub name: &'static str,
    /// The hash of the rules that the book was made for, as in the header of the file.
    pub rules: u64,
    /// The content of the file; `None` if the feature `data` is disabled.
    pub bytes: Option<&'static [u8]>,
}

macro_rules! book {
    ($name:literal, $rules:literal) => {
        BookFile {
            name: $name,
            rules: $rules,
            #[cfg(feature = "data")]
            bytes: Some(include_bytes!(concat!("books/", $name))),
            #[cfg(not(feature = "data"))]
            bytes: None,
        }
    };
}

/// The index of all books.
pub const BOOKS: &[BookFile] = &[
    book!("chess.book", 0xc8d8_1406_e184_9a65),
    book!("courier.book", 0xddbc_754b_5ab0_85c9),
    book!("column-courier.book", 0xa268_7bff_eaed_6e0f),
    book!("courierleapale.book", 0x4125_6ba7_ea8b_940c),
    book!("courierviii.book", 0x3f1a_abd3_de47_b6e7),
    book!("de-la-dama.book", 0x7986_e1fe_854d_090f),
    book!("furious-courier.book", 0xd346_2780_6092_7962),
    book!("leap.book", 0xd676_2731_dbe4_f448),
    book!("leap-multi.book", 0xeb2d_7573_e604_18c9),
    book!("leap-optional.book", 0xc5bf_0914_fa0d_eaa9),
    book!("leap64.book", 0x0338_f9d5_7f16_c414),
    book!("leap64-multi.book", 0x17f0_4817_8935_e895),
    book!("leap64-optional.book", 0xf281_dbb8_9d3f_ba75),
    book!("shatranj.book", 0x35cc_2d2b_8acc_15f0),
];

/// Finds the book that was made for the rules with this hash; `None` if there is none.
pub fn find(rules: u64) -> Option<&'static BookFile> {
    BOOKS.iter().find(|file| file.rules == rules)
}
