// Assembled cups: whether they are sold at all, and what they are.
import { useAction } from '../../../data/staff/action.ts';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { SwitchField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { EntryTable } from '../menu/entry-table.tsx';
import { KINDS } from '../menu/kinds.ts';

const CUPS = KINDS.find(({ kind }) => kind === 'products');

export default function CupTab() {
  const catalog = useCatalog();
  const action = useAction();
  const toast = useToast();
  if (catalog.value === null || !CUPS) return <Loaded of={catalog} />;
  const { settings, products } = catalog.value;
  const set = (enableTacaMontada: boolean) =>
    void action
      .run('Erro ao atualizar configuração', () => patchSettings(catalog, { enableTacaMontada }))
      .then((done) => {
        if (done)
          toast({
            title: enableTacaMontada ? 'Taças ligadas' : 'Taças desligadas',
            text: enableTacaMontada
              ? 'O site já oferece Taça Montada.'
              : 'O site oferece só açaí montado e produtos.',
            tone: 'success',
          });
      });
  return (
    <div className="flex flex-col gap-5">
      <div className="rounded-2xl bg-base-100 p-4">
        <SwitchField
          label="Vender Taça Montada"
          hint="Ligado, o pedido começa perguntando entre Açaí Montado e Taça Montada. “Pronta” vem como descrita; “à escolha” é montada pelo cliente pelo preço da taça."
          checked={settings.enableTacaMontada}
          disabled={action.busy}
          onChecked={set}
        />
      </div>
      <EntryTable
        spec={{ ...CUPS, title: 'Taças', one: 'taça', female: true }}
        catalog={catalog}
        entries={products.filter((product) => product.productType === 'TACA_MONTADA')}
        standard={{ productType: 'TACA_MONTADA' }}
      />
    </div>
  );
}
