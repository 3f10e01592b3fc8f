import { platform } from 'node:os';
import { resolve } from 'node:path';
import type { ParseArgsOptionsConfig } from 'node:util';
import { countOption, UsageError } from '@mayfly/command-line';
import type { Figure } from '../figure.ts';
import { findCores } from '../walk/pinned-process.ts';
import { ours } from './frontier-figures.ts';
import { measureFrontier } from './measure-frontier.ts';
import { checkPeer, measurePeer } from './peer/measure-peer.ts';

export const FRONTIER_OPTIONS = {
  urls: { type: 'string', multiple: true, default: ['100000', '1000000'] },
  hosts: { type: 'string', multiple: true, default: ['2000', '100000'] },
  scatter: { type: 'boolean', default: false },
  peer: { type: 'string' },
  profile: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

const LEAST_URLS = 1_000;

/** A frontier alone in a process of its own, and its load in another. */
export async function benchFrontier(
  values: Readonly<Record<string, unknown>>,
  say: (line: string) => void,
): Promise<Figure[]> {
  const sizes = (values.urls as string[]).map((text) => countOption('urls', text, LEAST_URLS));
  const spreads = (values.hosts as string[]).map((text) => countOption('hosts', text));
  const profile = values.profile as string | undefined;
  const peer = values.peer as string | undefined;
  if (peer !== undefined && !/^\S+:\d{1,5}$/.test(peer)) {
    throw new UsageError('--peer: must be HOST:PORT');
  }
  if (platform() !== 'linux') throw new UsageError('frontier: can be measured on Linux alone');
  if (peer !== undefined) await checkPeer(peer);
  const cores = await findCores(say);
  const figures: Figure[] = [];
  for (const urls of sizes) {
    for (const hosts of spreads) {
      const about = { urls, hosts, scatter: values.scatter === true, say };
      const whole = await measureFrontier({
        ...about,
        cores,
        profileFolder: profile === undefined ? undefined : resolve(profile),
      });
      const beside =
        peer === undefined
          ? undefined
          : await measurePeer({ ...about, address: peer, core: cores.web });
      figures.push(...ours(about, whole, beside));
    }
  }
  return figures;
}
