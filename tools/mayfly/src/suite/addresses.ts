import { UsageError } from '@mayfly/command-line';
import { readAddresses } from '@mayfly/data-folder';

export const SERVICES = [
  'scheduler',
  'frontier',
  'fetcher',
  'document-store',
  'dedup',
  'site-scoring',
] as const;

/** A service by its folder's name. */
export type ServiceName = (typeof SERVICES)[number];

/** Where each service of one suite can be called. */
export type SuiteAddresses = Readonly<Record<ServiceName, string>>;

/** What services listen at when nobody says otherwise, one after another. */
const FIRST_PORT = 7100;
const USUAL = Object.fromEntries(
  SERVICES.map((service, at) => [service, `127.0.0.1:${FIRST_PORT + at}`]),
) as SuiteAddresses;

/** Finds a suite: by MAYFLY_ADDRESSES, else by what the owner of the data folder wrote there, else at the usual ports. */
export async function findSuite(
  dataFolder: string,
  env: NodeJS.ProcessEnv = process.env,
): Promise<SuiteAddresses> {
  const given = env.MAYFLY_ADDRESSES;
  if (given !== undefined && given !== '') return { ...USUAL, ...readGiven(given) };
  return { ...USUAL, ...(await toldIn(dataFolder)) };
}

/** What the owner of a data folder wrote there. */
async function toldIn(dataFolder: string): Promise<Partial<SuiteAddresses>> {
  let told: Readonly<Record<string, unknown>>;
  try {
    told = (await readAddresses(dataFolder)) ?? {};
  } catch (error) {
    throw new UsageError(`--data: where the suite is cannot be read: ${(error as Error).message}`);
  }
  const other = Object.entries(told).find(([, address]) => typeof address !== 'string');
  if (other === undefined) return told;
  throw new UsageError(
    `--data: addresses.json in ${dataFolder} has no address for ${other[0]}; a suite that starts there writes it anew`,
  );
}

function readGiven(text: string): Partial<SuiteAddresses> {
  return Object.fromEntries(
    text.split(',').map((entry): [string, string] => {
      const [, service = '', address] = /^([a-z-]+)=(\S+:\d{1,5})$/.exec(entry.trim()) ?? [];
      if (address === undefined || !SERVICES.includes(service as ServiceName)) {
        throw new UsageError(
          `MAYFLY_ADDRESSES: ${entry} is not SERVICE=HOST:PORT with one of ${SERVICES.join(', ')}`,
        );
      }
      return [service, address];
    }),
  );
}
