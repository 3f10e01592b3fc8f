import { readArguments } from '@mayfly/command-line';
import { checkHealth } from '@mayfly/grpc';
import { plainCrawl, shownCrawls } from '../print/crawl.ts';
import { table } from '../print/words.ts';
import { findSuite, SERVICES } from '../suite/addresses.ts';
import { allCrawls } from '../suite/all-crawls.ts';
import { ask } from '../suite/clients.ts';
import { ASKING, ASKING_HELP, type Verb } from '../verb.ts';

export const status: Verb = {
  name: 'status',
  usage: '',
  means: 'shows which services answer and how the crawls are doing',
  help: ASKING_HELP,
  fields: {},
  run: async (args) => {
    const { values } = readArguments({ args: [...args], options: ASKING });
    const suite = await findSuite(values.data);
    const services = await Promise.all(
      SERVICES.map(async (service) => {
        const health = await checkHealth(`dns:///${suite[service]}`, { deadlineMs: 2_000 }).catch(
          () => 'away',
        );
        return { service, address: suite[service], health: String(health).toLowerCase() };
      }),
    );
    const isUp = services.find(({ service }) => service === 'scheduler')?.health === 'serving';
    const whole = isUp ? await crawlsOf(suite) : { crawls: [] };
    if (values.json) {
      const crawls = whole.crawls.map(plainCrawl);
      process.stdout.write(`${JSON.stringify({ services, ...whole, crawls })}\n`);
    } else {
      const rows = services.map(({ service, address, health }) => [service, address, health]);
      process.stdout.write(`${table(rows)}\n`);
      if (whole.crawls.length > 0) process.stdout.write(`\n${shownCrawls(whole.crawls)}\n`);
    }
    if (services.every(({ health }) => health === 'away')) {
      process.stderr.write(`no suite answers for ${values.data}; \`npm start\` starts one\n`);
    }
    return services.every(({ health }) => health === 'serving') ? 0 : 3;
  },
};

function crawlsOf(suite: Awaited<ReturnType<typeof findSuite>>) {
  return ask(suite, 'scheduler', async (scheduler) => {
    const overall = await scheduler.getStatus({});
    return { overall, crawls: await allCrawls(scheduler) };
  });
}
