/** The servers that a stack is made of. */
export const SERVERS = ['mongodb', 'kafka'] as const;
export type ServerName = (typeof SERVERS)[number];

/** How a server can be had, in the order of preference. */
export const WAYS = ['given', 'docker', 'artifacts'] as const;
export type Way = (typeof WAYS)[number];

/** A way that was looked at and does not work here, with the reason as a sentence. */
export interface Refusal {
  readonly way: Way;
  readonly reason: string;
}

export const SERVER_TITLES: Record<ServerName, string> = { mongodb: 'MongoDB', kafka: 'Kafka' };

/** No way to a server works on this machine. */
export class NoWayError extends Error {
  override readonly name: string = 'NoWayError';
  readonly server: ServerName;
  readonly tried: readonly Refusal[];

  constructor(server: ServerName, tried: readonly Refusal[]) {
    super(describeRefusals(server, tried));
    this.server = server;
    this.tried = tried;
  }
}

/** The environment names a server, and none can be used there: a mistake, not a machine that lacks something. */
export class GivenServerError extends NoWayError {
  override readonly name = 'GivenServerError';
}

/** The settings or arguments are wrong, as opposed to the machine. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export function describeRefusals(server: ServerName, tried: readonly Refusal[]): string {
  const title = `No ${SERVER_TITLES[server]} can be had on this machine`;
  const [first, ...others] = tried;
  if (first !== undefined && others.every(({ reason }) => reason === first.reason)) {
    return `${title}: ${first.reason}`;
  }
  return [`${title}.`, ...tried.map(({ way, reason }) => `  ${way}: ${reason}`)].join('\n');
}

/** The ways that the setting MAYFLY_STACK leaves open. */
export function allowedWays(env: NodeJS.ProcessEnv): readonly Way[] {
  const wanted = env.MAYFLY_STACK ?? '';
  if (wanted === '') return WAYS;
  if (wanted === 'none') return [];
  const way = WAYS.find((known) => known === wanted);
  if (way === undefined) {
    throw new UsageError(`MAYFLY_STACK: must be one of ${WAYS.join(', ')}, none; it is ${wanted}`);
  }
  return [way];
}
