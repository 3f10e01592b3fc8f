import type { BlockList } from 'node:net';
import { NO_CONTACT } from '../core/contact.ts';
import { cidrList, isIn, isPublic, plainAddress } from './special-addresses.ts';

/** Refuses a connection before it is made; its message may be shown. */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
}

/** What the guard goes by. */
export interface GuardSettings {
  /** Networks that private crawls may reach. */
  readonly privateCidrs: readonly string[];
  /** Whether sites can learn whom to write to. */
  readonly hasContact: boolean;
}

/** Says to which addresses we may connect. It is asked for every connection, with the address that is then used. */
export class AddressGuard {
  readonly #allowed: BlockList;
  readonly #hasContact: boolean;

  constructor({ privateCidrs, hasContact }: GuardSettings) {
    this.#allowed = cidrList(privateCidrs);
    this.#hasContact = hasContact;
  }

  /** Throws unless every address may be reached: a name with one good address and one bad is not believed. */
  check(addresses: readonly string[], { private: isPrivate }: { readonly private: boolean }): void {
    for (const address of addresses.map(plainAddress)) {
      if (isPrivate) this.#checkPrivate(address);
      else this.#checkPublic(address);
    }
  }

  #checkPrivate(address: string): void {
    if (isPublic(address)) {
      throw new BlockedAddress('a private crawl may not reach public addresses');
    }
    if (!isIn(this.#allowed, address)) {
      throw new BlockedAddress('the address is not in FETCHER_PRIVATE_CIDRS');
    }
  }

  #checkPublic(address: string): void {
    if (!isPublic(address)) throw new BlockedAddress('the address is not a public one');
    if (!this.#hasContact) {
      throw new BlockedAddress(NO_CONTACT);
    }
  }
}
