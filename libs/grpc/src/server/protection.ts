import type { Log } from '@mayfly/telemetry';
import { TELEMETRY } from '../telemetry/telemetry-names.ts';
import { allowAll, type Authorise, byCertificate } from './authorise.ts';
import { addressText, checkProtection, isLoopback } from './listen-address.ts';
import type { ServerOptions } from './server-options.ts';

/**
 * Who may call what, by the options. Throws where a server would be open to strangers by accident,
 * and warns at every start where it is so on purpose.
 */
export function authoriseOf(options: ServerOptions, log: Log): Authorise {
  const { address, tls, callers, insecure = false } = options;
  const checksClients = tls?.clientCaFile !== undefined;
  checkProtection(address, {
    encrypted: tls !== undefined,
    knowsCallers: checksClients || options.authorise !== undefined,
    insecure,
  });
  if (insecure && !isLoopback(address.host)) {
    log.warn(
      { event: TELEMETRY.insecure.name, address: addressText(address) },
      'listening without protection: everybody who can reach this port may do everything',
    );
  }
  if (options.authorise !== undefined) return options.authorise;
  return checksClients ? byCertificate(callers ?? {}) : allowAll;
}
