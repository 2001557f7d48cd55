interface Report {
  readonly workers: readonly {
    readonly header: { readonly threadId: number };
    readonly javascriptHeap: { readonly usedMemory: number };
  }[];
}

/** The threads that this process has started and that have not ended: the bytes used of the heap of each, by its id. */
export function threadHeaps(): ReadonlyMap<number, number> {
  const { workers } = process.report.getReport() as unknown as Report;
  return new Map(workers.map((one) => [one.header.threadId, one.javascriptHeap.usedMemory]));
}
