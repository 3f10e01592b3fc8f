import type { Refusal, ServerName, Way } from './ways.ts';
import { SERVER_TITLES } from './ways.ts';

export interface NodeReport {
  readonly name: string;
  readonly address: string;
  readonly pid?: number | undefined;
  readonly running: boolean;
}

/** What a command found or did, for one server; printed as text or as JSON. */
export interface ServerReport {
  readonly server: ServerName;
  readonly state: 'up' | 'partly up' | 'down' | 'not set up' | 'no way' | 'failed';
  /** One sentence for a person. */
  readonly message: string;
  readonly way?: Way;
  readonly url?: string;
  readonly brokers?: readonly string[];
  readonly nodes?: readonly NodeReport[];
  readonly tried?: readonly Refusal[];
}

/** The lines for a person. */
export function reportLines(report: ServerReport): string[] {
  const title = SERVER_TITLES[report.server];
  const address =
    report.url === undefined ? report.brokers?.join(',') : withoutPassword(report.url);
  const nodes = (report.nodes ?? []).map(
    ({ name, address: at, pid, running }) =>
      `  ${name}  ${at}  ${running ? `pid ${pid ?? 'unknown'}` : 'not running'}`,
  );
  return [
    `${title}: ${report.message}`,
    ...(address === undefined ? [] : [`  ${address}`]),
    ...nodes,
  ];
}

/** One object, keyed by server. */
export function reportJson(dataDir: string, reports: readonly ServerReport[]): string {
  const servers = reports.map(({ server, ...rest }) => [server, rest] as const);
  return JSON.stringify({ data: dataDir, ...Object.fromEntries(servers) });
}

function withoutPassword(url: string): string {
  return url.replace(/\/\/[^@/]*@/, '//***@');
}
