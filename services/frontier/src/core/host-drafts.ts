import type { HostKey } from '@mayfly/url';
import { newHost } from './host-state.ts';
import type { Counts, Draft } from './ledger.ts';
import type { Change } from './ports.ts';
import type { EndedLease, HostRow, LeaseRow } from './rows.ts';

/** A host's row that a turn has made for itself and may change. */
export type HostDraft = { -readonly [N in keyof HostRow]: HostRow[N] } & {
  counts: Record<string, Draft<Counts>>;
  readonly leases: LeaseRow[];
  readonly ended: EndedLease[];
};

interface KnownHost {
  readonly name: HostKey;
  readonly before: HostRow | undefined;
  draft?: HostDraft;
}

/** The hosts of one turn: their rows as they were read, and what the turn makes of them. */
export class HostDrafts {
  readonly #bucket: number;
  readonly #hosts = new Map<HostKey, KnownHost>();
  #last: KnownHost | undefined;

  constructor(bucket: number) {
    this.#bucket = bucket;
  }

  know(name: HostKey, row: HostRow | undefined): void {
    this.#hosts.set(name, { name, before: row });
  }

  before(name: HostKey): HostRow | undefined {
    return this.#known(name)?.before;
  }

  row(name: HostKey): HostRow {
    const known = this.#known(name);
    return known?.draft ?? known?.before ?? newHost(this.#bucket, name);
  }

  isKnown(name: HostKey): boolean {
    const known = this.#known(name);
    return known?.before !== undefined || known?.draft !== undefined;
  }

  draft(name: HostKey): HostDraft {
    let known = this.#known(name);
    if (known === undefined) {
      known = { name, before: undefined };
      this.#hosts.set(name, known);
    }
    if (known.draft === undefined) {
      const row = known.before ?? newHost(this.#bucket, name);
      const { counts, leases, ended } = row;
      known.draft = { ...row, counts: { ...counts }, leases: [...leases], ended: [...ended] };
    }
    return known.draft;
  }

  changed(): Change<HostRow>[] {
    const changed: Change<HostRow>[] = [];
    for (const { before, draft } of this.#hosts.values()) {
      if (draft === undefined) continue;
      draft.active = isActive(draft) ? 1 : undefined;
      changed.push({ before, after: draft });
    }
    return changed;
  }

  /** Mostly the one that was asked about last. */
  #known(name: HostKey): KnownHost | undefined {
    const last = this.#last;
    if (last !== undefined && last.name === name) return last;
    const known = this.#hosts.get(name);
    if (known !== undefined) this.#last = known;
    return known;
  }
}

function isActive({ leases, counts }: HostRow): boolean {
  if (leases.length > 0) return true;
  for (const crawl in counts) if (counts[crawl]!.waiting > 0) return true;
  return false;
}
