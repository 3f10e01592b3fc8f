import { exitCodeOf } from '@mayfly/command-line';
import { CHECKS } from './checks.ts';
import { readCommand } from './read-command.ts';
import { fix, verify } from './run-checks.ts';

const HELP = `npm run verify [-- NAME...]   every static check, or those named
npm run fix    [-- NAME...]   what a machine can put right; says of the rest how to do it by hand

${CHECKS.map((check) => `  ${check.name.padEnd(14)}${check.means}${check.fix ? '' : ' (by hand)'}`).join('\n')}

  --help        this text`;

process.exitCode = await exitCodeOf(async () => {
  const command = readCommand(process.argv.slice(2));
  if (command !== 'help') return (command.fix ? fix : verify)(command.checks, console.log);
  console.log(HELP);
  return 0;
});
