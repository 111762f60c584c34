// Takes out of what the provider answered everything that tells of a person or opens an account, so that it can be kept as a fixture.

/** Fields whose value is a person's or an account's, at any depth. */
const PRIVATE = new Set(
  `email first_name last_name name nickname number area_code phone phone_number address identification cardholder last_four_digits
  first_six_digits bin access_token public_key token ip_address long_name account_holder_name account_id bank_info
  external_resource_url ticket_url id_number secure_identifier alternative_phone registration_identifier payer payer_id customer_id
  e2e_id transaction_id bank_transfer_id infringement_notification user_id collector_id operator_id qr_code qr_code_base64 client_id
  client_token application_id integrator_id sponsor sponsor_id merchant_account_id merchant_number verification_code
  authorization_code network_transaction_id checkout_url redirect_url qr_data barcode barcode_content digitable_line
  statement_descriptor soft_descriptor permalink picture_url picture_id brand_name corporate_name secure_email receiver_address
  street_name street_number zip_code neighborhood apartment complement`.split(/\s+/),
);
const GONE = 'removed';
const EMAIL = /[^\s@"<>]+@[^\s@"<>]+\.[a-z]{2,}/gi;
/** CPF, CNPJ and phones as Brazilians write them. */
const DOCUMENT = /\b(\d{3}\.\d{3}\.\d{3}-\d{2}|\d{2}\.\d{3}\.\d{3}\/\d{4}-\d{2})\b/g;
/** With the country’s number it is one without a hyphen as well. */
const PHONE_ABROAD = /\+55 ?\(?\d{2}\)? ?9?\d{4} ?\d{4}\b/g;
const PHONE = /(?:\+55 ?)?\(?\b\d{2}\)? ?9?\d{4}-\d{4}\b/g;

/** The same shape; `secrets` are texts that must not be in it wherever they stand. */
export function scrub(value: unknown, secrets: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((one) => scrub(one, secrets));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [
        key,
        PRIVATE.has(key) && inner !== null ? blank(inner) : scrub(inner, secrets),
      ]),
    );
  if (typeof value === 'number') return secrets.includes(String(value)) ? 0 : value;
  if (typeof value !== 'string') return value;
  let text = value
    .replaceAll(EMAIL, GONE)
    .replaceAll(DOCUMENT, GONE)
    .replaceAll(PHONE_ABROAD, GONE)
    .replaceAll(PHONE, GONE);
  for (const secret of secrets) if (secret !== '') text = text.replaceAll(secret, GONE);
  return text;
}

/** What type it had is worth knowing. */
function blank(value: unknown): unknown {
  if (typeof value === 'number') return 0;
  if (typeof value === 'string') return GONE;
  if (Array.isArray(value)) return [];
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, blank(inner)]));
  return value;
}
