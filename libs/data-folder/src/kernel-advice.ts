/** A range of this process's address space. */
export interface AddressRange {
  readonly from: bigint;
  readonly bytes: number;
}

/** Tells the kernel that the pages of a file in a range are not needed now; says whether it listened. */
export type LetGo = (range: AddressRange) => boolean;

/** `MADV_DONTNEED`: of a file's map the pages stay in the kernel's cache, and are mapped again when they are read again. */
const DONT_NEED = 4;

/** The kernel's own call, which neither Node nor lmdb has; absent where it cannot be had. */
export async function kernelAdvice(): Promise<LetGo | undefined> {
  try {
    const { load } = (await import('koffi')).default;
    const advise = load(null).func('int madvise(uintptr_t address, size_t bytes, int advice)');
    return ({ from, bytes }) => advise(from, bytes, DONT_NEED) === 0;
  } catch {
    return undefined;
  }
}
