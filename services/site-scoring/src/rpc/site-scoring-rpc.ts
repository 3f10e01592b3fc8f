import type { SiteScoringServiceDefinition } from '@mayfly/contracts/sitescoring/v1';
import type { Handlers } from '@mayfly/grpc';
import type { Sites } from '../core/ports.ts';
import { getSite } from './get-site.ts';
import { scoreUrls } from './score-urls.ts';

export function siteScoringRpc(deps: {
  readonly sites: Sites;
}): Handlers<SiteScoringServiceDefinition> {
  return { scoreUrls: scoreUrls(deps), getSite: getSite(deps) };
}
