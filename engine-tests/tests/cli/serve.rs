//! `kurier serve`: how the browser learns the URL, and which requests are accepted.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use engine_tests::{Process, kurier_binary};

/// A running server, killed when dropped.
struct Server {
    process: Child,
    /// The host and port of the server, such as `127.0.0.1:4780`.
    host: String,
    token: String,
}

impl Server {
    /// Starts a server with additional arguments. The server looks for programs in `home/bin` first.
    fn start(home: &Path, more: &[&str]) -> Self {
        let path = std::env::var("PATH").expect("there is a path");
        let mut process = Command::new(kurier_binary())
            .args(["serve", "--port", "0"])
            .args(more)
            .env("PATH", format!("{}:{path}", home.join("bin").display()))
            .env("HOME", home)
            .env("XDG_STATE_HOME", home.join("state"))
            .env("XDG_CONFIG_HOME", home.join("config"))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server runs");
        let mut said = String::new();
        let output = process.stdout.take().expect("it is piped");
        BufReader::new(output).read_line(&mut said).expect("a line");
        let url = said.trim().strip_prefix("The board is at http://").expect("an address");
        let (host, token) = url.trim_end_matches('/').split_once('/').expect("a token");
        Self {
            host: host.into(),
            token: token.into(),
            process,
        }
    }

    /// Sends a request and returns the status of the response.
    fn status(&self, target: &str, headers: &str) -> String {
        let mut stream = TcpStream::connect(&self.host).expect("it listens");
        let request = format!("GET {target} HTTP/1.1\r\n{headers}Connection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).expect("it reads");
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).expect("it answers");
        let answer = String::from_utf8_lossy(&answer);
        answer.split(' ').nth(1).unwrap_or_default().to_owned()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

#[test]
fn the_browser_is_told_the_address_in_a_file_of_the_users_own() {
    let home = tempfile::tempdir().expect("a folder");
    let (programs, told) = (home.path().join("bin"), home.path().join("told"));
    fs::create_dir(&programs).expect("a folder");
    let browser = programs.join("xdg-open");
    // The script writes to a temporary file and then renames it, so that the file is complete as soon as it exists.
    let script = format!("#!/bin/sh\necho \"$@\" > {0}.part\nmv {0}.part {0}\n", told.display());
    fs::write(&browser, script).expect("a file");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("it is ours");

    let server = Server::start(home.path(), &[]);
    let deadline = Instant::now() + Process::TIMEOUT;
    while !told.exists() {
        assert!(Instant::now() < deadline, "no browser is started");
        thread::sleep(Duration::from_millis(10));
    }
    let told = fs::read_to_string(told).expect("it is told");
    assert!(
        !told.contains(&server.token),
        "all users can read command lines: {told}"
    );
    let page = Path::new(told.trim());
    assert_eq!(fs::metadata(page).expect("a file").permissions().mode() & 0o777, 0o600);
    let way = fs::read_to_string(page).expect("a page");
    let url = format!("http://{}/{}/", server.host, server.token);
    assert!(
        way.contains(&format!("<meta http-equiv=\"refresh\" content=\"0; url={url}\">")),
        "{way}"
    );
    let host = format!("Host: {}\r\n", server.host);
    assert_eq!(server.status(&format!("/{}/", server.token), &host), "200");
}

#[test]
fn a_request_names_one_host_and_that_is_the_server() {
    let home = tempfile::tempdir().expect("a folder");
    let server = Server::start(home.path(), &["--no-open"]);
    let page = format!("/{}/", server.token);
    let ours = format!("Host: {}\r\n", server.host);
    assert_eq!(server.status(&page, &ours), "200");
    assert_eq!(server.status(&format!("http://{}{page}", server.host), &ours), "200");
    let origin = format!("Origin: http://{}\r\n", server.host);
    assert_eq!(server.status(&page, &(ours.clone() + &origin)), "200");
    for (target, headers) in [
        (page.clone(), "Host: evil.example\r\n".to_owned()),
        (page.clone(), format!("{ours}Host: evil.example\r\n")),
        (page.clone(), format!("Host: evil.example\r\n{ours}")),
        (page.clone(), format!("{ours}{ours}")),
        (page.clone(), format!("{ours}{origin}Origin: http://evil.example\r\n")),
        (format!("http://evil.example{page}"), ours.clone()),
    ] {
        assert_eq!(server.status(&target, &headers), "403", "{target} {headers}");
    }
    assert_eq!(server.status(&page, ""), "403");
    assert_eq!(server.status("/0123456789abcdef0123456789abcdef/", &ours), "404");
}
