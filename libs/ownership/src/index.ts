export { defineOwners, type OwnersTable } from './owners-table.ts';
export { type Ownership, type OwnershipOptions, takeOwnership } from './take-ownership.ts';
export { TELEMETRY } from './telemetry-names.ts';
