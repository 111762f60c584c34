// Leaves the texts of SQL statements out. Stryker does not know SQL: it empties the whole statement, which every test notices that comes
// there. What stands in them is asked otherwise (docs/mutations.md).
type NodePath = {
  type: string;
  node: { tag?: { name?: string }; callee?: { property?: { name?: string } } };
  parentPath: NodePath | null;
};

const TAKES_SQL = ['prepare', 'exec'];

const sqlIgnorer = {
  shouldIgnore({ type, parentPath }: NodePath): string | undefined {
    if (type !== 'StringLiteral' && type !== 'TemplateLiteral') return undefined;
    const { callee, tag } = parentPath?.node ?? {};
    const isSql = tag?.name === 'sql' || TAKES_SQL.includes(callee?.property?.name ?? '');
    return isSql ? 'the text of an SQL statement' : undefined;
  },
};

export const strykerPlugins = [{ kind: 'Ignore', name: 'sql', value: sqlIgnorer }];
