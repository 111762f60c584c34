/** Where the setup code stands, for whoever is asked for it: a store's machine seldom has a screen. */
export const SETUP_CODE_PLACES =
  'Está na tela ligada ao aparelho, no papel que a impressora soltou e no fim da instalação. O comando "sudo balcao code", no aparelho da loja, mostra de novo.';
