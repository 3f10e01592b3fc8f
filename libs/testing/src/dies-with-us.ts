import { type ChildProcess, spawn } from 'node:child_process';

/**
 * Kills the child's process group when this process ends, however it ends.
 *
 * A small shell waits on a pipe whose other end only we hold; the kernel closes it even after
 * kill -9. The child itself needs no part in it, so it may hang or be frozen and still dies, and
 * what is tested runs exactly as it would alone. The child must have been spawned `detached`.
 */
export function diesWithUs(child: ChildProcess): void {
  const guard = spawn(
    'sh',
    ['-c', 'read -r _ || kill -s KILL -- "-$1"', 'sh', String(child.pid)],
    // A group of its own, so that Ctrl-C does not end the guard before it has done its work.
    { stdio: ['pipe', 'ignore', 'ignore'], detached: true },
  );
  guard.unref();
  // The guard is gone already when somebody killed it: nothing to tell it then.
  guard.stdin.on('error', () => {});
  child.once('exit', () => guard.stdin.end('it ended by itself\n'));
}
