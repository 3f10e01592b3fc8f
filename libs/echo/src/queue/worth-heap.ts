/** Numbers by a worth each, the highest on top: a binary heap that knows where everyone stands. */
export class WorthHeap {
  private readonly ids: number[] = [];
  private readonly worths: number[] = [];
  private readonly place = new Map<number, number>();

  get size(): number {
    return this.ids.length;
  }

  has(id: number): boolean {
    return this.place.has(id);
  }

  /** Whoever stands at a place; those at the first places are worth most, though not in order. */
  at(place: number): number {
    return this.ids[place]!;
  }

  worthAt(place: number): number {
    return this.worths[place]!;
  }

  set(id: number, worth: number): void {
    const place = this.place.get(id);
    if (place === undefined) {
      this.ids.push(id);
      this.worths.push(worth);
      this.rise(this.ids.length - 1, id, worth);
    } else if (worth >= this.worths[place]!) this.rise(place, id, worth);
    else this.sink(place, id, worth);
  }

  delete(id: number): void {
    const place = this.place.get(id);
    if (place === undefined) return;
    this.place.delete(id);
    const [last, worth] = [this.ids.pop()!, this.worths.pop()!];
    if (last === id) return;
    if (place > 0 && worth > this.worths[(place - 1) >> 1]!) this.rise(place, last, worth);
    else this.sink(place, last, worth);
  }

  /** Takes out all who are worth less. */
  takeBelow(worth: number): number[] {
    const taken = this.ids.filter((_, place) => this.worths[place]! < worth);
    for (const id of taken) this.delete(id);
    return taken;
  }

  private put(id: number, worth: number, place: number): void {
    this.ids[place] = id;
    this.worths[place] = worth;
    this.place.set(id, place);
  }

  private rise(from: number, id: number, worth: number): void {
    let place = from;
    while (place > 0) {
      const above = (place - 1) >> 1;
      if (this.worths[above]! >= worth) break;
      this.put(this.ids[above]!, this.worths[above]!, place);
      place = above;
    }
    this.put(id, worth, place);
  }

  private sink(from: number, id: number, worth: number): void {
    let place = from;
    for (;;) {
      let below = 2 * place + 1;
      if (below >= this.ids.length) break;
      if (below + 1 < this.ids.length && this.worths[below + 1]! > this.worths[below]!) below += 1;
      if (this.worths[below]! <= worth) break;
      this.put(this.ids[below]!, this.worths[below]!, place);
      place = below;
    }
    this.put(id, worth, place);
  }
}
