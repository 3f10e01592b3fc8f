import { defineBucketOwners, defineReplicas } from '@mayfly/ownership';

/** Which replica owns which bucket, and so may write its rows. */
export const ownersTable = defineBucketOwners('frontierOwners');

/** The replicas that live. */
export const replicasTable = defineReplicas('frontierReplicas');
