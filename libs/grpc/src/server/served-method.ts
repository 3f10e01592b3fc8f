import { CrawlError } from '@mayfly/errors';
import { type MethodDefinition, methodName } from '../definition.ts';
import { type Role, roleOf } from '../roles.ts';
import type { AnyHandler, ServedService } from './serve.ts';

/** One RPC that a server answers, with all that is fixed about it. */
export interface ServedMethod {
  /** Full name, `package.Service/Method`. */
  readonly name: string;
  /** The same as HTTP path. */
  readonly path: string;
  readonly definition: MethodDefinition;
  readonly handler: AnyHandler;
  readonly role: Role;
  readonly streaming: boolean;
}

/** Every RPC of the services by its path; refuses what a contract or a handler leaves out. */
export function servedMethods(
  services: readonly ServedService[],
): ReadonlyMap<string, ServedMethod> {
  const methods = new Map<string, ServedMethod>();
  for (const { definition: service, handlers } of services) {
    for (const [key, definition] of Object.entries(service.methods)) {
      const name = methodName(service, definition);
      const handler = handlers[key];
      if (handler === undefined) {
        throw new CrawlError('CONFIG_INVALID', `${name}: nothing answers it`);
      }
      const path = `/${name}`;
      const streaming = definition.requestStream || definition.responseStream;
      const role = roleOf(service, definition);
      methods.set(path, { name, path, definition, handler, role, streaming });
    }
  }
  return methods;
}
