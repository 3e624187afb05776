/**
 * The statements of the service, which the baseline runs as prepared statements.
 * They stand here as text because the baseline is to have no query builder.
 */
export const STATEMENTS = {
  session: `select s.id, s.name, s.expires_at, u.id as user_id, u.email,
         (s.last_used_at < now() - interval '60 minutes') as stale
    from session s join user_account u on u.id = s.user_id
   where s.token_hash = $1 and (s.expires_at is null or s.expires_at > now())`,

  votes: `select v.chat_id as "chatId", v.message_id as "messageId", v.is_upvoted as "isUpvoted"
    from vote v join chat c on c.id = v.chat_id join message m on m.id = v.message_id
   where v.chat_id = $1 and c.user_id = $2 order by m.position`,

  castVote: `insert into vote (chat_id, message_id, is_upvoted)
  select m.chat_id, m.id, $1::boolean from message m join chat c on c.id = m.chat_id
   where m.id = $2 and m.chat_id = $3 and m.role = 'assistant' and c.user_id = $4 for key share
  on conflict (chat_id, message_id) do update set is_upvoted = excluded.is_upvoted`,

  versions: `select id, created_at as "createdAt", title, content, kind, user_id as "userId"
    from document where id = $1 and user_id = $2 order by created_at`,

  saveVersion: `select save_document_version($1, $2, $3, $4, $5, null) as "createdAt"`,

  suggestions: `select id, document_id as "documentId", document_created_at as "documentCreatedAt",
         original_text as "originalText", suggested_text as "suggestedText", description,
         is_resolved as "isResolved", user_id as "userId", created_at as "createdAt"
    from suggestion where document_id = $1 and user_id = $2
   order by document_created_at, created_at, position`,

  claimTurn: `select outcome from claim_turn($1, $2, 'A chat', $3, true, null, $4, $5, 'bench',
         'data-stream-v1', null, 30)`,

  storeReply: `update message set parts = $2::jsonb, status = 'complete', generation_id = null,
         heartbeat_at = now() where id = $1`,

  history: `select id, title, visibility, created_at as "createdAt" from chat
   where user_id = $1 order by created_at desc, id desc limit $2`,
}
