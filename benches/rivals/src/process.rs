//! A contestant as a process, which runs rounds on request and may hang or crash.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

/// The reason why there is no answer.
#[derive(Debug, PartialEq)]
pub enum Fault {
    TooSlow,
    /// The process crashed, for this reason.
    Crashed(String),
}

pub struct Process {
    child: Child,
    input: ChildStdin,
    /// The lines of its standard output.
    output: Receiver<String>,
    /// The beginning of its standard error.
    errors: Option<JoinHandle<String>>,
}

/// The maximum number of bytes of standard error to keep.
const MAX_ERRORS: u64 = 64 * 1024;

impl Process {
    pub fn start(command: &mut Command) -> io::Result<Self> {
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn()?;
        let (input, output, errors) =
            (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (Some(input), Some(output), Some(mut errors)) = (input, output, errors) else {
            unreachable!("all three are pipes")
        };
        let (sender, receiver) = channel();
        thread::spawn(move || {
            // Sending fails when the receiver is dropped, which ends the thread.
            let _ = BufReader::new(output)
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line));
        });
        let errors = thread::spawn(move || {
            let mut text = Vec::new();
            // A partial text is good enough after an error.
            let _ = errors.by_ref().take(MAX_ERRORS).read_to_end(&mut text);
            let _ = io::copy(&mut errors, &mut io::sink());
            String::from_utf8_lossy(&text).into_owned()
        });
        Ok(Self { child, input, output: receiver, errors: Some(errors) })
    }

    pub fn line(&mut self, patience: Duration) -> Result<String, Fault> {
        match self.output.recv_timeout(patience) {
            Ok(line) => Ok(line),
            Err(RecvTimeoutError::Timeout) => Err(Fault::TooSlow),
            Err(RecvTimeoutError::Disconnected) => Err(Fault::Crashed(self.cause())),
        }
    }

    pub fn round(&mut self, patience: Duration) -> Result<String, Fault> {
        // If the request cannot be written, the process has ended or closed its input, and there
        // will be no answer.
        let _ = self.input.write_all(b"go\n");
        self.line(patience)
    }

    /// Returns the cause of a crash in a few words, from the standard error or the exit status.
    fn cause(&mut self) -> String {
        // The process has closed its output, so it should end soon.
        let deadline = Instant::now() + Duration::from_secs(2);
        let mut status = self.child.try_wait();
        while matches!(status, Ok(None)) && Instant::now() < deadline {
            thread::sleep(Duration::from_millis(1));
            status = self.child.try_wait();
        }
        let _ = self.child.kill();
        let errors = self.errors.take().and_then(|errors| errors.join().ok()).unwrap_or_default();
        cause(&errors, status.ok().flatten())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nothing can be done about an error here.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn cause(errors: &str, status: Option<ExitStatus>) -> String {
    let mut lines = errors.lines().map(str::trim).filter(|line| !line.is_empty());
    if errors.contains("overflowed its stack") {
        return "stack overflow".into();
    }
    if errors.contains("memory allocation of")
        || errors.contains("out of memory")
        || errors.contains("MemoryError")
    {
        return "out of memory".into();
    }
    let message = if lines.any(|line| line.contains("panicked at")) {
        lines.next().map(|message| format!("panic: {message}"))
    } else {
        // The last line of a script's exception is its message.
        errors.lines().map(str::trim).rfind(|line| !line.is_empty()).map(str::to_owned)
    };
    message.unwrap_or_else(|| {
        status.map_or_else(|| "it does not end".to_owned(), |status| status.to_string())
    })
}

/// Limits the memory of this process, and of each process that it starts from now on.
#[cfg(unix)]
pub fn limit_memory(bytes: u64) -> io::Result<()> {
    let (_, hard) = rlimit::Resource::DATA.get()?;
    rlimit::Resource::DATA.set(bytes.min(hard), hard)
}

#[cfg(not(unix))]
pub fn limit_memory(_: u64) -> io::Result<()> {
    Ok(())
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    fn shell(script: &str) -> Process {
        Process::start(Command::new("sh").args(["-c", script])).unwrap()
    }

    const LONG: Duration = Duration::from_secs(20);

    fn death_of(script: &str) -> String {
        match shell(script).line(LONG) {
            Err(Fault::Crashed(cause)) => cause,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn it_answers() {
        let mut process = shell("echo ready; read line; echo \"round 1 2 3 $line\"");
        assert_eq!(process.line(LONG), Ok("ready".into()));
        assert_eq!(process.round(LONG), Ok("round 1 2 3 go".into()));
        assert!(matches!(process.round(LONG), Err(Fault::Crashed(_))));
    }

    #[test]
    fn it_is_given_up() {
        let start = Instant::now();
        let mut process = shell("echo ready; exec sleep 60");
        assert_eq!(process.line(LONG), Ok("ready".into()));
        assert_eq!(process.round(Duration::from_millis(20)), Err(Fault::TooSlow));
        drop(process);
        assert!(start.elapsed() < LONG, "it was waited for");
    }

    #[test]
    fn what_it_died_of_is_told() {
        assert_eq!(death_of("kill -SEGV $$"), "signal: 11 (SIGSEGV)".to_owned() + &core(11));
        assert_eq!(death_of("exit 3"), "exit status: 3");
        let panic = "thread 'main' panicked at src/x.rs:1:2:\\nindex out of bounds\\nnote: run with RUST_BACKTRACE=1";
        assert_eq!(
            death_of(&format!("printf \"{panic}\" >&2; exit 101")),
            "panic: index out of bounds"
        );
        let overflow = "thread 'main' has overflowed its stack\\nfatal runtime error: stack overflow, aborting";
        assert_eq!(death_of(&format!("printf \"{overflow}\" >&2; exit 134")), "stack overflow");
        assert_eq!(
            death_of("echo 'memory allocation of 64 bytes failed' >&2; exit 134"),
            "out of memory"
        );
        assert_eq!(
            death_of("printf 'Traceback\\n  file\\nValueError: no\\n' >&2; exit 1"),
            "ValueError: no"
        );
    }

    /// Returns the end of the message for a signal: ` (core dumped)` if the system dumps a core.
    fn core(signal: i32) -> String {
        use std::os::unix::process::ExitStatusExt;
        let status =
            Command::new("sh").args(["-c", &format!("kill -{signal} $$")]).status().unwrap();
        if status.core_dumped() { " (core dumped)".into() } else { String::new() }
    }
}
