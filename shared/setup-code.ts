/** Where the setup code stands, for whoever is asked for it: a store's machine seldom has a screen. */
export const SETUP_CODE_PLACES =
  'Está na tela ligada ao aparelho, no fim da instalação e, onde já há uma impressora, no papel que saiu dela. O comando "sudo balcao code", no aparelho da loja, mostra de novo.';
