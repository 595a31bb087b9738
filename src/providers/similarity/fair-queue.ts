// A bounded queue that is fair between agents: they take turns, and when it is full, the agent with the most waiting
// tasks loses its newest one. One busy agent cannot block others.

export interface FairQueueOptions {
  /** How many tasks run at a time. */
  readonly concurrency: number;
  /** How many tasks may wait, over all agents. */
  readonly max: number;
}

interface Task {
  readonly start: () => void;
  readonly reject: (error: Error) => void;
  readonly isWanted: () => boolean;
}

export class FairQueue {
  readonly #options: FairQueueOptions;
  /** Waiting tasks by agent. The agent whose turn it is comes first. */
  readonly #lines = new Map<string, Task[]>();
  #waiting = 0;
  #running = 0;

  constructor(options: FairQueueOptions) {
    this.#options = options;
  }

  /** Runs the work at the agent's turn; rejects when the queue is full, or when the work is no longer wanted by then. */
  run(agentId: string, work: () => Promise<void>, isWanted: () => boolean = () => true): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const start = () => {
      this.#running += 1;
      void work()
        .then(resolve, reject)
        .finally(() => {
          this.#running -= 1;
          this.#next();
        });
    };
    if (this.#running < this.#options.concurrency) start();
    else this.#enqueue(agentId, { start, reject, isWanted });
    return promise;
  }

  #enqueue(agentId: string, task: Task): void {
    const line = this.#lines.get(agentId) ?? [];
    if (this.#waiting >= this.#options.max && !this.#makeRoom(line.length)) {
      task.reject(new Error("the queue for items is full"));
      return;
    }
    line.push(task);
    this.#lines.set(agentId, line);
    this.#waiting += 1;
  }

  /** Drops the newest task of the longest line, unless the newcomer's own would be as long. */
  #makeRoom(ownLength: number): boolean {
    let longest: Task[] = [];
    for (const line of this.#lines.values()) if (line.length > longest.length) longest = line;
    if (longest.length <= ownLength + 1) return false;
    longest.pop()?.reject(new Error("the queue for items is full, and others have waited for fewer"));
    this.#waiting -= 1;
    return true;
  }

  #next(): void {
    for (const [agentId, line] of this.#lines) {
      if (this.#running >= this.#options.concurrency) return;
      const task = line.shift();
      // Re-inserted, the agent comes last; the loop over the map meets it again there.
      this.#lines.delete(agentId);
      if (line.length > 0) this.#lines.set(agentId, line);
      if (task === undefined) continue;
      this.#waiting -= 1;
      if (task.isWanted()) task.start();
      else task.reject(new Error("it was not the agent's turn in time"));
    }
  }
}
