import { examineConfig, loadProcessSettings } from '@mayfly/config';
import { stopTelemetry } from '@mayfly/telemetry';
import { EXIT_CODES_HELP, exitCodeOfVerb } from './exit-codes.ts';
import { aligned } from './print/aligned.ts';
import { asTyped } from './typed-fields.ts';
import { VERBS } from './verbs.ts';

const HELP = `npm run mayfly -- VERB [options]     (npm start is: mayfly crawl)

${VERBS.map(({ name, means }) => `  ${name.padEnd(14)}${means}`).join('\n')}

mayfly VERB --help tells the options of one.

${EXIT_CODES_HELP}
`;

// Whoever read our output has gone, as `head` does: what runs is stopped as by anybody else.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.kill(process.pid, 'SIGTERM');
});

process.exitCode = await exitCodeOfVerb(() => main(process.argv.slice(2)));
await stopTelemetry();

async function main(typed: readonly string[]): Promise<number> {
  const [first, second] = typed;
  const isHelpOf = first === 'help' && second !== undefined;
  const [name, ...args] = isHelpOf ? [second, '--help'] : typed;
  const settings = examineConfig(loadProcessSettings, process.env);
  if (!settings.ok) {
    process.stderr.write(`${settings.message}\n`);
    return 2;
  }
  if (name === undefined || name === 'help' || asksForHelp(name)) {
    process.stdout.write(HELP);
    return name === undefined ? 2 : 0;
  }
  const verb = VERBS.find((each) => each.name === name);
  if (verb === undefined) {
    const known = VERBS.map((each) => each.name).join(', ');
    process.stderr.write(`no verb called ${name}; there are ${known}\n--help tells more\n`);
    return 2;
  }
  if (args.some(asksForHelp)) {
    process.stdout.write(
      `${`mayfly ${verb.name} ${verb.usage}`.trimEnd()}\n\n${aligned(verb.help)}\n${EXIT_CODES_HELP}\n`,
    );
    return 0;
  }
  try {
    return await verb.run(args);
  } catch (error) {
    throw asTyped(error, verb.fields, args);
  }
}

function asksForHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h';
}
