import type { Clock } from '@mayfly/clock';

/** The work on one partition, running until one of its signals. */
export interface Claim {
  /** Resolves when the work has ended and its last commit is durable. */
  readonly ended: Promise<void>;
  /** Since when the handler has been running, on the monotonic clock. */
  readonly handlingSinceMs: () => number | undefined;
}

/** When the work ends, and whether it still counts. */
export interface ClaimTerms {
  readonly stopping: AbortSignal;
  readonly lost: AbortSignal;
  /** To be asked inside each commit: a late one of a former owner must change nothing. */
  readonly isOurs: () => boolean;
}

/** Begins the work of a partition. */
export type StartClaim<P> = (place: P, terms: ClaimTerms) => Claim;

interface Member<P> {
  readonly start: StartClaim<P>;
  /** Works that were taken away and still run. While there are any, the member gets nothing new. */
  stuck: number;
}

interface Holding<P> {
  readonly member: Member<P>;
  readonly stopping: AbortController;
  readonly lost: AbortController;
  readonly claim: Claim;
}

interface Slot<P> {
  readonly place: P;
  target: Member<P> | undefined;
  holding: Holding<P> | undefined;
}

/** Looks for stuck handlers so many times in a session timeout. */
const LOOKS = 4;

/**
 * The consumers of one group in this process and who of them has which partition. A partition changes hands after
 * the batch under way, so nothing is handled twice; only from a member whose handler has been stuck for longer
 * than the session timeout it is taken away, and whatever that handler still says changes nothing.
 */
export class Group<P> {
  private readonly slots: readonly Slot<P>[];
  private readonly clock: Clock;
  private readonly sessionTimeoutMs: number;
  private members: readonly Member<P>[] = [];
  private watching: AbortController | undefined;

  constructor(places: readonly P[], options: { clock: Clock; sessionTimeoutMs: number }) {
    this.slots = places.map((place) => ({ place, target: undefined, holding: undefined }));
    this.clock = options.clock;
    this.sessionTimeoutMs = options.sessionTimeoutMs;
  }

  /** Takes a member in and gives it its share. */
  join(start: StartClaim<P>): { assigned(): readonly P[]; leave(drainMs: number): Promise<void> } {
    const member: Member<P> = { start, stuck: 0 };
    this.members = [...this.members, member];
    this.rebalance();
    return {
      assigned: () => this.heldBy(member).map(({ place }) => place),
      leave: (drainMs) => this.leave(member, drainMs),
    };
  }

  /** Lets running handlers end for that long, then goes without them. */
  private async leave(member: Member<P>, drainMs: number): Promise<void> {
    const held = this.heldBy(member);
    const ended = Promise.all(held.map(({ holding }) => holding!.claim.ended));
    this.members = this.members.filter((other) => other !== member);
    this.rebalance();
    const enough = new AbortController();
    const late = this.clock.sleep(drainMs, enough.signal).catch(() => undefined);
    await Promise.race([ended, late]);
    enough.abort();
    for (const slot of held) if (slot.holding?.member === member) this.lose(slot);
  }

  private rebalance(): void {
    const able = this.members.filter((member) => member.stuck === 0);
    for (const [index, slot] of this.slots.entries()) {
      slot.target = able[index % able.length];
      this.settle(slot);
    }
    if (this.members.length > 1) void this.watch();
    else this.watching?.abort();
  }

  /** Brings a slot nearer to its target; called again whenever something of it changes. */
  private settle(slot: Slot<P>): void {
    const { holding, target } = slot;
    if (holding === undefined) {
      if (target !== undefined) this.hold(slot, target);
    } else if (holding.member !== target) {
      holding.stopping.abort();
    }
  }

  private hold(slot: Slot<P>, member: Member<P>): void {
    const stopping = new AbortController();
    const lost = new AbortController();
    const claim = member.start(slot.place, {
      stopping: stopping.signal,
      lost: lost.signal,
      isOurs: () => slot.holding?.lost === lost,
    });
    slot.holding = { member, stopping, lost, claim };
    void claim.ended.then(() => {
      if (slot.holding?.lost === lost) {
        slot.holding = undefined;
        this.settle(slot);
      } else {
        member.stuck -= 1;
        if (member.stuck === 0 && this.members.includes(member)) this.rebalance();
      }
    });
  }

  private lose(slot: Slot<P>): void {
    const { holding } = slot;
    if (holding === undefined) return;
    slot.holding = undefined;
    holding.member.stuck += 1;
    holding.lost.abort();
    this.settle(slot);
  }

  private async watch(): Promise<void> {
    if (this.watching !== undefined) return;
    const watching = new AbortController();
    this.watching = watching;
    while (!watching.signal.aborted) {
      await this.clock.sleep(this.sessionTimeoutMs / LOOKS, watching.signal).catch(() => undefined);
      if (!watching.signal.aborted) this.evictStuck();
    }
    this.watching = undefined;
    if (this.members.length > 1) void this.watch();
  }

  private evictStuck(): void {
    const longAgoMs = this.clock.monotonicMs() - this.sessionTimeoutMs;
    const stuck = this.members.filter((member) =>
      this.heldBy(member).some(({ holding }) => {
        const sinceMs = holding!.claim.handlingSinceMs();
        return sinceMs !== undefined && sinceMs <= longAgoMs;
      }),
    );
    const others = this.members.filter(({ stuck: works }) => works === 0);
    if (stuck.length === 0 || stuck.length >= others.length) return;
    const lost = stuck.flatMap((member) => this.heldBy(member));
    for (const slot of lost) slot.target = undefined;
    for (const slot of lost) this.lose(slot);
    this.rebalance();
  }

  private heldBy(member: Member<P>): readonly Slot<P>[] {
    return this.slots.filter(({ holding }) => holding?.member === member);
  }
}
