import { CrawlError } from '@mayfly/errors';
import type { Role } from '../roles.ts';
import type { Caller } from './server-call.ts';

/** Throws where the caller may not make a call that needs this role. */
export type Authorise = (caller: Caller, role: Role, method: string) => void;

/** Which roles the holder of a certificate with that name has. `*` is any holder of a certificate that we trust. */
export type CallerRoles = Readonly<Record<string, readonly Role[]>>;

/** For servers that cannot know who calls, and therefore listen where only friends can reach them. */
export const allowAll: Authorise = () => {};

/** The certificate decides. A caller has the roles of all the names in its certificate. */
export function byCertificate(roles: CallerRoles): Authorise {
  const table = new Map(Object.entries(roles));
  return (caller, role, method) => {
    if (caller.names.length === 0) {
      throw new CrawlError('CREDENTIALS_MISSING', `${method}: needs a client certificate`);
    }
    const allowed = ['*', ...caller.names].some((name) => table.get(name)?.includes(role) === true);
    if (!allowed) throw new CrawlError('ROLE_MISSING', `${method}: needs the role ${role}`);
  };
}
