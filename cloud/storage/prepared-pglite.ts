// PGlite that reads a statement once and keeps it prepared: its own `query` has each read anew and crosses into the database five times for it, which
// costs three times what most of the relay's statements cost. See docs/decisions/143-pglite-prepares.md.
import {
  messages,
  PGlite,
  protocol,
  types,
  type PGliteOptions,
  type QueryOptions,
  type Results,
  type Transaction,
} from '@electric-sql/pglite';

/** The relay has some three hundred statements; those that differ with how many values they hold come on top. */
const STATEMENTS_MAX = 500;

type Prepared = { name: string; parameterTypes: readonly number[] };
type Messages = Awaited<ReturnType<PGlite['execProtocolStream']>>;

const { serialize } = protocol;

/** PGlite takes bytes as well as the text that its type names; its own way with them is a text of their digits. */
const asItIs = (value: string): string => value;

export class PreparedPglite extends PGlite {
  /** By text, the one used longest ago first. */
  readonly #prepared = new Map<string, Prepared>();
  /** Texts that came once: a migration's never comes again. */
  readonly #seen = new Set<string>();
  #named = 0;

  constructor(options: PGliteOptions = {}) {
    super({ ...options, serializers: { [types.BYTEA]: asItIs } });
  }

  /** Plans are still made for the values of each time: one made for all of them would pass by the indexes of queues, which hold a part of the rows. */
  planForValues(): Promise<unknown> {
    return this.exec('set plan_cache_mode = force_custom_plan');
  }

  override async query<T>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<T>> {
    if (!this.#comesAgain(text, options)) return super.query<T>(text, values, options);
    await this._checkReady();
    return this._runExclusiveTransaction(async () => {
      const results = await this.#run<T>(text, values ?? [], options);
      await this.syncToFs();
      return results;
    });
  }

  override transaction<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return super.transaction((tx) => {
      const query = <R>(text: string, values?: unknown[], options?: QueryOptions): Promise<Results<R>> =>
        tx.closed || !this.#comesAgain(text, options)
          ? tx.query<R>(text, values, options)
          : this.#run<R>(text, values ?? [], options);
      return work(Object.assign(Object.create(tx) as Transaction, { query }));
    });
  }

  #comesAgain(text: string, options: QueryOptions | undefined): boolean {
    if (options?.blob || options?.paramTypes || options?.onNotice) return false;
    if (this.#prepared.has(text) || this.#seen.delete(text)) return true;
    this.#seen.add(text);
    const [oldest = text] = this.#seen;
    if (this.#seen.size > STATEMENTS_MAX) this.#seen.delete(oldest);
    return false;
  }

  async #run<T>(text: string, values: unknown[], options: QueryOptions | undefined): Promise<Results<T>> {
    try {
      return await this._runExclusiveQuery(async () => {
        const { name, parameterTypes } = this.#prepared.get(text) ?? (await this.#prepare(text));
        const written = values.map((value, at) => this.#write(value, parameterTypes[at], options));
        const sent = [
          serialize.bind({ statement: name, values: written }),
          serialize.describe({ type: 'P' }),
          serialize.execute({}),
          serialize.sync(),
        ];
        // Used last of all.
        this.#prepared.delete(text);
        this.#prepared.set(text, { name, parameterTypes });
        const answer = await this.#send(sent);
        return this.#read<T>(answer, options);
      });
    } catch (error) {
      if (error instanceof messages.DatabaseError) Object.assign(error, { query: text, params: values });
      throw error;
    }
  }

  async #prepare(text: string): Promise<Prepared> {
    this.#named += 1;
    const name = `repeated ${this.#named}`;
    const answer = await this.#send([
      serialize.parse({ name, text }),
      serialize.describe({ type: 'S', name }),
      serialize.sync(),
    ]);
    const described = answer.find((message) => message instanceof messages.ParameterDescriptionMessage);
    const [oldest] = this.#prepared;
    if (oldest !== undefined && this.#prepared.size >= STATEMENTS_MAX) {
      this.#prepared.delete(oldest[0]);
      await this.#send([serialize.close({ type: 'S', name: oldest[1].name }), serialize.sync()]);
    }
    return { name, parameterTypes: described?.dataTypeIDs ?? [] };
  }

  #send(parts: Uint8Array[]): Promise<Messages> {
    return this.execProtocolStream(Buffer.concat(parts), { syncToFs: false });
  }

  #write(value: unknown, type: number | undefined, options: QueryOptions | undefined): string | null {
    if (value === null || value === undefined) return null;
    const write = type === undefined ? undefined : (options?.serializers?.[type] ?? this.serializers[type]);
    return write ? (write(value) as string) : (value as string | number | boolean).toString();
  }

  #read<T>(answer: Messages, options: QueryOptions | undefined): Results<T> {
    const fields = answer.find((message) => message instanceof messages.RowDescriptionMessage)?.fields ?? [];
    const own = options?.parsers ?? {};
    const read = (value: string | null, at: number): unknown => {
      const type = fields[at]?.dataTypeID ?? 0;
      // Joined to all the others, as PGlite does, they would be copied with three hundred more for each statement.
      return types.parseType(value, type, own[type] ? own : this.parsers);
    };
    const rows: unknown[] = [];
    let [command, count] = ['', 0];
    for (const message of answer) {
      if (message instanceof messages.DataRowMessage) {
        const values = message.fields.map(read);
        rows.push(
          options?.rowMode === 'array'
            ? values
            : Object.fromEntries(values.map((value, at) => [fields[at]?.name, value])),
        );
      }
      if (message instanceof messages.CommandCompleteMessage) {
        const words = message.text.split(' ');
        [command, count] = [words[0] ?? '', Number(words.at(-1))];
      }
    }
    return {
      rows: rows as Results<T>['rows'],
      fields: fields.map(({ name, dataTypeID }) => ({ name, dataTypeID })),
      command,
      affectedRows: command === 'SELECT' || Number.isNaN(count) ? 0 : count,
      ...(Number.isNaN(count) ? {} : { rowCount: count }),
    };
  }
}
