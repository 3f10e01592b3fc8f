export { type DataFolder, openDataFolder } from './data-folder.ts';
export { type Addresses, readAddresses } from './addresses.ts';
export { type Environment, type Range, type Tree } from './environment.ts';
export {
  type GroupedBound,
  type GroupedRange,
  type GroupedTree,
  type TakeEntry,
} from './grouped-tree.ts';
