// What a bench is made of: a scenario measures beside its yardsticks, in the same run, and adds figures.
// To join, put one file `<name>.bench.ts` with an exported `scenario` here: `npm run bench -- <name>` runs it.

/** One line of the report. A figure without an aim is told for the reader's sense of scale. */
export type Figure = {
  what: string;
  /** Ours, in `unit`: the median of the rounds. */
  value: number;
  unit: string;
  /** What it is held against, measured in the same rounds. */
  against?: { what: string; value: number };
  /** Ours over theirs: the median of the ratios of the rounds, not the ratio of medians. */
  ratio?: number;
  /** The bound, and which of our numbers it is about. */
  aim?: { of: 'ratio' | 'value' | 'difference'; atMost?: number; atLeast?: number };
  met?: boolean;
  /** Ours, round by round. */
  rounds?: number[];
  /** How it was measured, where that is not plain. */
  note?: string;
};

export type Bench = {
  /** A folder of its own on the project's disk. It goes away with the bench. */
  folder(name: string): string;
  /** A store's data folder with the sample menu, a copy that the caller may write to. */
  sampleStore(name: string): Promise<string>;
  say(text: string): void;
  add(figure: Figure): void;
  /** Called when the scenario ends, however it ends; the last one added first. */
  atEnd(stop: () => unknown): void;
};

export type Scenario = { name: string; title: string; run(bench: Bench): Promise<void> };
