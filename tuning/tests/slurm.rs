//! Tests of the Slurm scripts on a cluster of two nodes, which both run on the local host.

use std::collections::HashSet;
use std::fs;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use engine_tests::partners;
use kurier_rules::rules::Catalogue;
use tuning::archive::{read, read_all};

/// The maximum time that the nodes may need to become idle after their start.
const STARTUP_LIMIT: Duration = Duration::from_secs(600);

/// A Slurm controller and two nodes. Their processes are stopped when this value is dropped.
struct Cluster {
    folder: tempfile::TempDir,
}

impl Cluster {
    /// Starts the controller and the nodes, and waits until both nodes are idle.
    fn start() -> Self {
        assert_eq!(output("id", &["-u"]), "0", "only root can start Slurm's daemons");
        let folder = tempfile::tempdir().expect("a folder");
        let (path, host) = (folder.path().display(), output("hostname", &[]));
        let [controller, a, b] = ports();
        let conf = format!(
            "ClusterName=test\nSlurmctldHost={host}(127.0.0.1)\nSlurmctldPort={controller}\n\
             SlurmUser=root\nSlurmdUser=root\nAuthType=auth/none\nCredType=cred/none\n\
             StateSaveLocation={path}/state\nSlurmdSpoolDir={path}/%n\n\
             SlurmctldPidFile={path}/controller.pid\nSlurmdPidFile={path}/%n.pid\n\
             SlurmctldLogFile={path}/controller.log\nSlurmdLogFile={path}/%n.log\n\
             ProctrackType=proctrack/pgid\nTaskPlugin=task/none\nSwitchType=switch/none\nMpiDefault=none\n\
             SelectType=select/cons_res\nSelectTypeParameters=CR_CPU\nReturnToService=2\n\
             NodeName=a NodeHostname={host} NodeAddr=127.0.0.1 Port={a} CPUs=1 State=UNKNOWN\n\
             NodeName=b NodeHostname={host} NodeAddr=127.0.0.1 Port={b} CPUs=1 State=UNKNOWN\n\
             PartitionName=all Nodes=a,b Default=YES MaxTime=INFINITE State=UP\n"
        );
        fs::write(folder.path().join("slurm.conf"), conf).expect("a file can be written");
        for name in ["state", "a", "b"] {
            fs::create_dir(folder.path().join(name)).expect("a folder");
        }
        let cluster = Self { folder };
        for (program, arguments) in [
            ("slurmctld", &[][..]),
            ("slurmd", &["-N", "a"]),
            ("slurmd", &["-N", "b"]),
        ] {
            let started = cluster.command(program).args(arguments).output().expect("it runs");
            assert!(started.status.success(), "{program}: {started:?}");
        }
        let begun = Instant::now();
        loop {
            let nodes = cluster.command("sinfo").args(["-h", "-t", "idle", "-o", "%D"]).output();
            if nodes.is_ok_and(|nodes| nodes.stdout.starts_with(b"2")) {
                return cluster;
            }
            assert!(begun.elapsed() < STARTUP_LIMIT, "Slurm's nodes do not come up");
            std::thread::sleep(Duration::from_millis(200));
        }
    }

    /// Creates a command that runs in the cluster's folder, with environment variables for the cluster and the programs
    /// under test.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command
            .env("SLURM_CONF", self.folder.path().join("slurm.conf"))
            .env("TUNING", env!("CARGO_BIN_EXE_tuning"))
            .env("KURIER", engine_tests::kurier_binary())
            .current_dir(self.folder.path());
        command
    }

    /// Runs a script as an array of the tasks `first` to `last`, with the path of Kurier and with arguments, and waits
    /// until all tasks have ended. Returns what each task has printed.
    fn array(&self, script: &str, [first, last]: [u32; 2], kurier: &Path, arguments: &[&str]) -> Vec<String> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("slurm").join(script);
        let done = self
            .command("sbatch")
            .env("KURIER", kurier)
            .args(["--wait", &format!("--array={first}-{last}"), "--output=task-%a.log"])
            .arg(script)
            .args(arguments)
            .output()
            .expect("sbatch runs");
        let log = |task: u32| fs::read_to_string(self.folder.path().join(format!("task-{task}.log")));
        let logs: Vec<String> = (first..=last).map(|task| log(task).unwrap_or_default()).collect();
        assert!(done.status.success(), "{done:?}\n{logs:?}");
        logs
    }

    /// Runs the script for self-play games as an array of four tasks, and waits until all tasks have ended.
    fn run(&self, games: &str) {
        let options = ["games", "leap", games, "--nodes", "60", "--seed", "5", "--hash", "1"];
        self.array("datagen.sh", [0, 3], &engine_tests::kurier_binary(), &options);
    }
}

impl Drop for Cluster {
    fn drop(&mut self) {
        for name in ["controller", "a", "b"] {
            if let Ok(pid) = fs::read_to_string(self.folder.path().join(format!("{name}.pid"))) {
                let _ = Command::new("kill").arg(pid.trim()).status();
            }
        }
    }
}

/// Returns the trimmed standard output of a program, or an empty string if the program does not start.
fn output(program: &str, arguments: &[&str]) -> String {
    let output = Command::new(program).args(arguments).output();
    let text = output.map(|output| String::from_utf8_lossy(&output.stdout).trim().to_string());
    text.unwrap_or_default()
}

/// Finds three free ports.
fn ports() -> [u16; 3] {
    let listeners = [(); 3].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
    listeners.map(|listener| listener.local_addr().expect("an address").port())
}

/// Returns the numbers of the games in a file.
fn indices(path: &Path) -> Vec<u64> {
    let (_, games, _) = read(path).expect("a file of games");
    games.iter().map(|game| game.index).collect()
}

fn main() {
    let programs = &["slurmctld", "slurmd", "sbatch", "sinfo"];
    partners::main(vec![
        partners::test("two_nodes_share_the_games", programs, two_nodes_share_the_games),
        partners::test("two_nodes_share_a_tournament", programs, two_nodes_share_a_tournament),
        partners::test("two_nodes_learn_a_game", programs, two_nodes_learn_a_game),
    ])
}

/// Tests that a tournament shared by two nodes has the same standings as a tournament played on one node.
fn two_nodes_share_a_tournament(_: &[PathBuf]) {
    let cluster = Cluster::start();
    let arguments =
        "-e\nself name=A\n-e\nself name=B option.Hash=1\n--variant\nleap\n--nodes\n60\n--random-plies\n4\n--games\n8";
    let arguments: Vec<&str> = arguments.lines().collect();
    // A wrapper around the engine that records the name of the node on which it runs.
    let noting = cluster.folder.path().join("noting");
    let nodes = cluster.folder.path().join("nodes");
    let program = engine_tests::kurier_binary();
    let text = format!(
        "#!/bin/sh\necho \"$SLURMD_NODENAME\" >>'{}'\nexec '{}' \"$@\"\n",
        nodes.display(),
        program.display()
    );
    fs::write(&noting, text).expect("a file");
    let made = Command::new("chmod").arg("+x").arg(&noting).status();
    assert!(made.is_ok_and(|status| status.success()));
    cluster.array("match.sh", [1, 4], &noting, &[&["parts"], &arguments[..]].concat());
    let nodes = fs::read_to_string(nodes).expect("both have written it");
    let nodes: HashSet<&str> = nodes.lines().collect();
    assert_eq!(nodes, HashSet::from(["a", "b"]), "both nodes have played");
    let standings = |more: &[String]| {
        let output = cluster
            .command(engine_tests::kurier_binary().to_str().expect("UTF-8"))
            .arg("match")
            .args(&arguments)
            .arg("--json")
            .args(more)
            .output()
            .expect("it runs");
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        text.lines().last().unwrap_or_else(|| panic!("{output:?}")).to_owned()
    };
    let mut merge = vec!["--merge".to_owned()];
    merge.extend((1..=4).map(|part| {
        cluster
            .folder
            .path()
            .join(format!("parts/part-{part}.pgn"))
            .display()
            .to_string()
    }));
    let sprt = ["--sprt", "elo0=0", "elo1=10"].map(str::to_owned);
    let merged = standings(&[merge.as_slice(), &sprt].concat());
    assert!(
        merged.contains("\"games\":8") && merged.contains("\"llr\":"),
        "{merged}"
    );
    assert_eq!(merged, standings(&sprt), "games, pairs, Elo and the test");
}

/// Tests that the first task of a job learns a game, and that the second one helps it and ends with it.
fn two_nodes_learn_a_game(_: &[PathBuf]) {
    let cluster = Cluster::start();
    let options = ["learned", "gardner", "--time", "6s", "--nodes", "30"];
    let logs = cluster.array("learn.sh", [4, 5], &engine_tests::kurier_binary(), &options);
    let [run, worker] = &logs[..] else { panic!("{logs:?}") };
    assert!(run.contains("learned has a report"), "{logs:?}");
    // How much the worker plays depends on when its task begins.
    assert!(
        worker.contains("worker 1: ") && worker.contains("the run is over"),
        "{logs:?}"
    );
}

/// Tests that the tasks of a job play separate ranges of games, and that a killed task is resumed.
fn two_nodes_share_the_games(_: &[PathBuf]) {
    let cluster = Cluster::start();
    cluster.run("6");
    let file = |task: u64| cluster.folder.path().join(format!("games/leap-{task}.games"));
    for task in 0..4 {
        let mut found = indices(&file(task));
        found.sort_unstable();
        assert_eq!(found, (6 * task..6 * task + 6).collect::<Vec<_>>());
    }
    // Truncate one file, as a killed task would leave it. The next job must play the missing games, but must not play
    // any game twice.
    let whole = fs::read(file(2)).expect("a file of games");
    fs::write(file(2), &whole[..whole.len() / 2]).expect("a shorter file");
    let begun = indices(&file(2)).len();
    assert!(begun < 6);
    cluster.run("6");
    assert_eq!(indices(&file(2)).into_iter().collect::<HashSet<_>>().len(), 6);
    assert_eq!(indices(&file(2)).len(), 6);

    let merged = cluster.folder.path().join("leap.games");
    let merge = Command::new(env!("CARGO_BIN_EXE_tuning"))
        .args(["merge", "leap", "--data"])
        .args((0..4).map(file))
        .arg("--out")
        .arg(&merged)
        .status();
    assert!(merge.is_ok_and(|status| status.success()));
    let leap = Catalogue::built_in().get("leap").expect("leap");
    let all = read_all(&[merged], &leap).expect("games");
    assert_eq!(
        all.iter().map(|game| game.index).collect::<HashSet<_>>(),
        (0..24).collect()
    );
}
