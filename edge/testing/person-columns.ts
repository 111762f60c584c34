// Test support: what each column of the database is to a customer. A new column must be named here before the tests pass, and one that
// tells of a person must stand in the file that the person gets.

/** Stands in the file, to the letter or in words. */
export const TOLD: Readonly<Record<string, string>> = {
  orders:
    'number code panel_number panel_date panel_series source customer_phone consumption_type observations subtotal_cents discount_percent discount_cents concession tenders paid_differences changes balance_cents total_cents status payment_status payment_method change_for_cents cancel_reason late caller created_at_ms updated_at_ms received_at_ms preparing_at_ms ready_at_ms delivered_at_ms',
  order_items:
    'kind product_name size_name base_name ice_cream_name meio_a_meio secondary_ice_cream_name price_cents',
  order_item_toppings: 'name category layer price_cents',
  wholesale_orders:
    'number source customer_name customer_phone customer_cpf_cnpj customer_address observations total_cents status created_at_ms updated_at_ms started_at_ms ended_at_ms wished_date terms paid_on paid_with',
  wholesale_order_items:
    'product_name product_price_cents selected_size selected_flavor quantity total_price_cents',
  payments: 'fact attention updated_at_ms',
  hand_payments: 'kind method card amount_cents at_ms',
  print_jobs: 'purpose copy state created_at_ms updated_at_ms',
  report_clients: 'month phone orders cents',
};

/** Says again what is told: the file says that it is there. */
export const REPEATED: Readonly<Record<string, string>> = {
  outbox: 'body',
  inbox: 'outcome',
  print_jobs: 'content',
};

/** Tells nobody anything of a customer: keys, digests, the shop's own, its staff's. */
export const NOT_OF_CUSTOMERS: Readonly<Record<string, string>> = {
  orders: 'id request_hash claim_hash concession_by made_at',
  order_items: 'order_number position id product_id size_id base_id ice_cream_id secondary_ice_cream_id',
  order_item_toppings: 'order_number item_position position topping_id',
  wholesale_orders: 'id request_hash claim_hash',
  wholesale_order_items: 'order_number position id product_id',
  payments: 'attempt_id order_id',
  hand_payments: 'id order_id part session_id user_name',
  // The payment by hand tells the same.
  static_pix:
    'txid order_id amount_cents state at_ms user_name said_by provider_payment_id lost_at_ms regained_at_ms looks next_look_at_ms',
  counted_online: 'order_id cents',
  // On its way to the relay; the payment says what came of it.
  refund_intents:
    'id order_id attempt_id amount_cents cents state tries created_at_ms next_try_at_ms last_error',
  print_jobs: 'id printer_id order_id part attempts next_at_ms last_error',
  outbox: 'seq lineage epoch kind aggregate_id sealed body_hash hash at_ms proof',
  inbox: 'id kind request_hash at_ms',
  report_orders: 'number date hour method cents counted ways sums first_seq last_seq',
  report_hours: 'date hour method orders cents',
  report_items: 'date type name count',
  report_days: 'date method orders cents',
  report_sums: 'date kind name count cents',
  report_month_hours: 'month hour orders',
  report_month_items: 'month type name count',
  audit: 'id at_ms user_id user_name from action subject detail',
  alarms: 'id title text since_ms ended_at_ms',
  catalog_entries: 'kind id body',
  checkpoints: 'follower seq hash at_ms',
  counters: 'name value',
  doc_updates: 'seq update',
  images: 'hash variant media_type bytes',
  meta: 'key value',
  printers:
    'id name enabled transport host port device_path columns code_page family purposes position pictures paper_seen',
  cash_closes: 'number session_id body closed_at_ms',
  cash_movements: 'id session_id kind amount_cents note user_name at_ms',
  cash_sessions: 'id opened_at_ms opened_by float_cents from_number close_number',
  account:
    'id account_id provider_id user_id access_token refresh_token id_token access_token_expires_at refresh_token_expires_at scope password created_at updated_at',
  session:
    'id token user_id expires_at ip_address user_agent impersonated_by created_at updated_at transport last_seen_at',
  user: 'id name email email_verified image role banned ban_reason ban_expires created_at updated_at password_grade password_due_at pin_hash',
  verification: 'id identifier value expires_at created_at updated_at',
  tv_screens: 'id name device token_hash paired_by created_at_ms last_seen_ms',
  new_device: 'id user_id session_id at name transport',
};

export const columnsIn = (lists: Readonly<Record<string, string>>): string[] =>
  Object.entries(lists).flatMap(([table, columns]) =>
    columns.split(' ').map((column) => `${table}.${column}`),
  );
