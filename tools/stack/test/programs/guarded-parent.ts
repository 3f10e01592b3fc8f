import { spawn } from 'node:child_process';
import { processIdOf } from '../../src/process-id.ts';
import { Reaper } from '../../src/reaper.ts';

/** Starts a child that would live on, puts it under a reaper as the first argument says, and waits. */
const [mode = '', folder = ''] = process.argv.slice(2);
const reaper = new Reaper(process.env);
const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], {
  detached: true,
  stdio: 'ignore',
});
const id = processIdOf(child.pid as number);
if (id === undefined) throw new Error('the child did not start');
const watched = mode === 'stranger' ? { ...id, startedAt: 'before the last start' } : id;
reaper.tell({ type: 'watch', id: watched });
const leaveMark = `fs.writeFileSync(${JSON.stringify(`${folder}.ran`)}, '')`;
reaper.tell({ type: 'run', command: [process.execPath, '-e', leaveMark] });
reaper.tell({ type: 'remove', folder });
if (mode === 'forget') reaper.tell({ type: 'forget', id });
if (mode === 'dismiss') reaper.dismiss();
if (mode === 'freeze') process.kill(id.pid, 'SIGSTOP');
console.log(JSON.stringify({ ...id, reaper: reaper.pid }));
if (mode !== 'dismiss') setInterval(() => undefined, 1_000);
child.unref();
