import { defineOwners } from '@mayfly/ownership';

/** Which process may write these tables. */
export const ownersTable = defineOwners('frontierOwners');
