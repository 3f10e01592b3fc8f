import type { Settings as SettingsMessage } from '@mayfly/contracts/crawl/v1';
import { durationOf } from '@mayfly/grpc';
import type { Settings } from './core/crawl.ts';
import { POLICY_NUMBERS } from './policy-names.ts';

/** A crawl's settings as contracts have them. */
export function settingsMessage(settings: Settings): SettingsMessage {
  const { scope, limits, share, revisitIntervalMs, manners, urlRules } = settings;
  const durationIf = (ms: number | undefined) => (ms === undefined ? undefined : durationOf(ms));
  return {
    scope: {
      ...{ sites: [...scope.sites], hosts: [...scope.hosts], prefixes: [...scope.prefixes] },
      domains: [...(scope.domains ?? [])],
    },
    urlRules: urlRules && { deny: [...urlRules.deny], allow: [...urlRules.allow] },
    limits: limits === undefined ? undefined : { ...limits },
    policy: POLICY_NUMBERS[settings.policy ?? 'bfs'],
    share,
    revisitInterval: durationIf(revisitIntervalMs),
    private: settings.private,
    manners:
      manners === undefined
        ? undefined
        : {
            delay: durationIf(manners.delayMs),
            busyFactor: manners.busyFactor,
            leasesAtATime: manners.leasesAtATime,
            obeyRobots: manners.obeyRobots,
          },
  };
}
