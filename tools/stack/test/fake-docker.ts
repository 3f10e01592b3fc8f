import { join } from 'node:path';

/** A docker that remembers which containers there are, but runs none. */
export function fakeDocker(folder: string): string {
  return `
const file = ${JSON.stringify(join(folder, 'containers.json'))};
const all = fs.existsSync(file) ? JSON.parse(fs.readFileSync(file, 'utf8')) : {};
const last = args[args.length - 1];
const known = () => all[last] ?? (console.error('No such container: ' + last), process.exit(1));
switch (args[0]) {
  case 'info': console.log('linux 27.1.0'); break;
  case 'container': { const c = known(); console.log([c.running, c.paused, c.running ? 4242 : 0].join(' ')); break; }
  case 'run': all[args[args.indexOf('--name') + 1]] = { running: true, paused: false }; break;
  case 'start': known().running = true; break;
  case 'kill': case 'stop': Object.assign(known(), { running: false, paused: false }); break;
  case 'pause': known().paused = true; break;
  case 'unpause': known().paused = false; break;
  case 'rm': for (const name of args.slice(1)) delete all[name]; break;
  case 'logs': console.log('one line of ' + last); break;
}
fs.writeFileSync(file, JSON.stringify(all));
`;
}
