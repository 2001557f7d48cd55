import { Writable } from 'node:stream';
import type { Response } from 'express';
import { sendProgress } from './ndjson-response';

describe('Lines of progress', () => {
  it('are left out while the client does not read', () => {
    const written: string[] = [];
    const response = new Writable({
      highWaterMark: 100,
      decodeStrings: false,
      write: (line: string) => written.push(line),
    });
    for (let lines = 0; lines < 1000; lines++)
      sendProgress(response as unknown as Response, { lines });
    expect(written).toEqual(['{"progress":{"lines":0}}\n']);
    expect(response.writableLength).toBeLessThan(150);
  });
});
