/** The addresses to which this process is sending mail. Each gets one mail at a time. */
export interface BusyAddresses {
  /**
   * Waits until no other mail is being sent to an address, and begins a visit there.
   * @returns null if the mail that is being sent there is slow, so that there is no point in waiting
   */
  enter(address: string, deliveryId: string): Promise<Visit | null>;
  /** Whether the last mail to an address was given up because it took too long, within the last hour. */
  hasStalled(address: string): boolean;
  /** Remembers, or forgets, that a mail to an address was given up because it took too long. */
  remember(address: string, stalled: boolean): void;
  /** Resolves when no mail that was handed over to the background is being sent. */
  idle(): Promise<void>;
}

/** One mail on its way to an address. */
export interface Visit {
  /**
   * Starts the clock: if the visit has not ended a few seconds from now, the mail is slow.
   * @param handOver whether it may then go on in the background
   */
  startClock(handOver: boolean): void;
  /** Resolves when the mail is slow and goes on in the background. Otherwise it stays pending. */
  readonly handedOver: Promise<void>;
  /** Ends the visit, once the outcome is stored. */
  leave(): void;
}

/** After how many milliseconds a mail is slow. */
const PATIENCE = 5_000;

/** How many slow mails are sent in the background at the same time. */
export const SLOW_MAILS = 8;

/** For how many milliseconds an address is remembered as one that stalls. */
const MEMORY = 3_600_000;

/** A promise and the function that resolves it. */
class Signal {
  give: () => void = () => {};
  readonly given = new Promise<void>((resolve) => {
    this.give = resolve;
  });
}

/** A visit as it is kept here. */
interface OpenVisit {
  deliveryId: string;
  isSlow: boolean;
  becameSlow: Signal;
  handedOver: Signal;
  ended: Signal;
}

/** @param patience after how many milliseconds a mail is slow */
export function createBusyAddresses(patience = PATIENCE): BusyAddresses {
  const visits = new Map<string, OpenVisit>();
  const inBackground = new Set<OpenVisit>();
  const waitingForPlace = new Set<OpenVisit>();
  const stalled = new Map<string, number>();

  function handOverNext(): void {
    for (const visit of waitingForPlace) {
      if (inBackground.size >= SLOW_MAILS) return;
      waitingForPlace.delete(visit);
      inBackground.add(visit);
      visit.handedOver.give();
    }
  }

  function begin(address: string, deliveryId: string): Visit {
    const visit = newVisit(deliveryId);
    visits.set(address, visit);
    let timer: NodeJS.Timeout | undefined;
    return {
      startClock(handOver) {
        timer = setTimeout(() => {
          visit.isSlow = true;
          visit.becameSlow.give();
          if (handOver) waitingForPlace.add(visit);
          handOverNext();
        }, patience);
      },
      handedOver: visit.handedOver.given,
      leave() {
        clearTimeout(timer);
        visits.delete(address);
        waitingForPlace.delete(visit);
        inBackground.delete(visit);
        visit.ended.give();
        handOverNext();
      },
    };
  }

  return {
    async enter(address, deliveryId) {
      for (;;) {
        const other = visits.get(address);
        if (other === undefined) return begin(address, deliveryId);
        // The claim will show that this very mail is being sent.
        if (other.deliveryId === deliveryId) return secondVisit();
        if (other.isSlow) return null;
        await Promise.race([other.ended.given, other.becameSlow.given]);
      }
    },
    hasStalled: (address) => (stalled.get(address) ?? 0) > performance.now(),
    remember(address, isStalled) {
      const now = performance.now();
      for (const [old, until] of stalled) if (until <= now) stalled.delete(old);
      if (isStalled) stalled.set(address, now + MEMORY);
      else stalled.delete(address);
    },
    async idle() {
      while (inBackground.size > 0) await Promise.all([...inBackground].map(({ ended }) => ended.given));
    },
  };
}

function newVisit(deliveryId: string): OpenVisit {
  return {
    deliveryId,
    isSlow: false,
    becameSlow: new Signal(),
    handedOver: new Signal(),
    ended: new Signal(),
  };
}

/** A second visit of the same mail, which is not recorded. */
function secondVisit(): Visit {
  return { startClock: () => {}, handedOver: new Promise(() => {}), leave: () => {} };
}
