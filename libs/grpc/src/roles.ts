import { Role as RoleNumber } from '@mayfly/contracts/options/v1';
import { CrawlError } from '@mayfly/errors';
import { type MethodDefinition, methodName, type ServiceDefinition } from './definition.ts';

/** The rights a caller can have; a role includes no other. */
export const ROLES = ['read', 'submit', 'operate', 'admin'] as const;

/** One right. */
export type Role = (typeof ROLES)[number];

/** Field 50101 of the method's options with wire type 0, as `mayfly/options/v1/options.proto` says. */
const ROLE_TAG = 50_101 << 3;

const BY_NUMBER: ReadonlyMap<number, Role> = new Map([
  [RoleNumber.ROLE_READ, 'read'],
  [RoleNumber.ROLE_SUBMIT, 'submit'],
  [RoleNumber.ROLE_OPERATE, 'operate'],
  [RoleNumber.ROLE_ADMIN, 'admin'],
]);

/** The role that the contract asks for. A contract that names none is refused, so that none is forgotten. */
export function roleOf(service: ServiceDefinition, method: MethodDefinition): Role {
  const role = BY_NUMBER.get(method.options._unknownFields?.[ROLE_TAG]?.at(-1)?.[0] ?? 0);
  if (role !== undefined) return role;
  throw new CrawlError(
    'CONFIG_INVALID',
    `${methodName(service, method)}: the contract names no role, or one that this build does not know`,
  );
}
