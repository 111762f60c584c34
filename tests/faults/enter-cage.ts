// Imported by a process that is to be bound (memory-cage.ts), before its own first line.
import { writeFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const { CAGE } = process.env;
if (CAGE === undefined) throw new Error('CAGE names no group');
if (isMainThread) writeFileSync(CAGE, `${process.pid}`);
