// The card as one file: the partition table, the boot partition and the root beside each other. Written as files, never mounted.
import { readdirSync, readFileSync, rmSync, truncateSync, utimesSync, writeFileSync } from 'node:fs';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { run } from '../run.ts';
import { BOOT_ID, BOOT_LABEL, sfdiskScript, type Layout } from './layout.ts';

const KB = 1024;
const STEP_MS_MAX = 900_000;

async function must(
  command: string,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<void> {
  const { ok, output } = await run(command, args, { env, timeoutMs: STEP_MS_MAX });
  if (!ok) throw new Error(`${command} ${args.join(' ')}: ${output.trim()}`);
}

/** The boot partition of a folder, with what belongs to the shop's owner beside it. */
export async function makeBoot(options: {
  from: string;
  extra: string;
  into: string;
  bytes: number;
  epoch: number;
}): Promise<void> {
  const { from, extra, into, bytes, epoch } = options;
  // Bloco de Notas of an older Windows needs the mark and both ends of a line.
  for (const name of readdirSync(extra))
    writeFileSync(
      join(from, name),
      `\uFEFF${readFileSync(join(extra, name), 'utf8').replaceAll('\n', '\r\n')}`,
    );
  const names = readdirSync(from, { recursive: true }).map(String).toSorted();
  for (const name of names) utimesSync(join(from, name), epoch, epoch);
  const env = { SOURCE_DATE_EPOCH: String(epoch), TZ: 'UTC', MTOOLS_SKIP_CHECK: '1' };
  rmSync(into, { force: true });
  // --invariant: nothing of the time or of this machine.
  await must(
    'mkfs.vfat',
    ['--invariant', '-F', '32', '-n', BOOT_LABEL, '-i', BOOT_ID, '-C', into, String(bytes / KB)],
    env,
  );
  // One after the other in the order of their names: a folder lists what is in it as it came.
  const top = readdirSync(from).toSorted();
  await must('mcopy', ['-s', '-m', '-i', into, ...top.map((name) => join(from, name)), '::/'], env);
}

/** `boot` and `root` become `into`; the root's file is as long as its partition. */
export async function assemble(layout: Layout, boot: string, root: string, into: string): Promise<void> {
  writeFileSync(into, '');
  truncateSync(into, layout.bytes);
  await feed('sfdisk', ['--quiet', '--no-reread', '--no-tell-kernel', into], sfdiskScript(layout));
  for (const [file, { startBytes }] of [
    [boot, layout.boot],
    [root, layout.root],
  ] as const)
    await must('dd', [
      `if=${file}`,
      `of=${into}`,
      'bs=1M',
      `seek=${startBytes / KB / KB}`,
      'conv=notrunc,sparse',
      'status=none',
    ]);
}

function feed(command: string, args: readonly string[], input: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['pipe', 'ignore', 'inherit'] });
    child.once('error', reject);
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}`)),
    );
    child.stdin.end(input);
  });
}
