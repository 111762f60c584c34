// Assembled cups: whether they are sold at all, and what they are.
import { useAction } from '../../../data/staff/action.ts';
import { patchSettings, useCatalog } from '../../../data/staff/menu/catalog.ts';
import { CatalogEditor } from '../../../data/staff/menu/editor/catalog-editor.tsx';
import { SwitchField } from '../../../ui/staff/fields.tsx';
import { Loaded } from '../../../data/staff/loaded.tsx';
import { useToast } from '../../../ui/toast.tsx';
import { CUPS } from '../menu/kinds.ts';
import { Failed } from '../../../ui/staff/failed.tsx';

export default function CupTab() {
  const catalog = useCatalog();
  const action = useAction();
  const toast = useToast();
  if (catalog.value === null) return <Loaded of={catalog} />;
  const { settings } = catalog.value;
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
        <Failed text={action.failed} />
      </div>
      <CatalogEditor spec={CUPS} catalog={catalog} />
    </div>
  );
}
