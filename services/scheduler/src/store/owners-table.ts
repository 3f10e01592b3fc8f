import { defineOwners } from '@mayfly/ownership';

export const ownersTable = defineOwners('schedulerOwners');
