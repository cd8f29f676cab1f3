/**
 * The tables of the firm's server. Those who administer it own them. The server itself connects as a member of the role `fiscal_server`,
 * which sees the collections of the person that it names, and can do nothing else but call the functions below. The database believes
 * the name: row-level security guards against a query without its condition, not against a server that was taken over. The indexer
 * connects as a member of `fiscal_indexer`, which sees all collections, and nothing else.
 */
export const FIRST_SCHEMA = `
-- Roles belong to the whole PostgreSQL server, which may have another database of Fiscal.
DO $$ BEGIN CREATE ROLE fiscal_server NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;
DO $$ BEGIN CREATE ROLE fiscal_indexer NOLOGIN; EXCEPTION WHEN duplicate_object THEN NULL; END $$;

CREATE TABLE fiscal.principals (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('user', 'group')),
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 200),
  active boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (kind, name)
);
CREATE TABLE fiscal.members (
  group_id integer NOT NULL REFERENCES fiscal.principals ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES fiscal.principals ON DELETE CASCADE,
  PRIMARY KEY (user_id, group_id)
);
-- The groups in the token of a person that expires last. Their walls hold also for keys of the person.
CREATE TABLE fiscal.token_groups (
  user_id integer PRIMARY KEY REFERENCES fiscal.principals ON DELETE CASCADE,
  names text[] NOT NULL,
  expires_at timestamptz NOT NULL
);
-- 'authority': law and what belongs to no client. 'matter': what a question that names the matter is limited to, besides authorities.
CREATE TABLE fiscal.collections (
  -- Never leaves the server. The ids of passages contain it.
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY CHECK (id < 1048576),
  name text NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 200),
  kind text NOT NULL CHECK (kind IN ('authority', 'matter')),
  folder text NOT NULL UNIQUE,
  -- Random, so that it does not tell how many collections there are. The ids of documents contain it.
  public_id text NOT NULL UNIQUE DEFAULT replace(gen_random_uuid()::text, '-', ''),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE fiscal.grants (
  principal_id integer NOT NULL REFERENCES fiscal.principals ON DELETE CASCADE,
  collection_id integer NOT NULL REFERENCES fiscal.collections ON DELETE CASCADE,
  PRIMARY KEY (principal_id, collection_id)
);
CREATE TABLE fiscal.walls (
  principal_id integer NOT NULL REFERENCES fiscal.principals ON DELETE CASCADE,
  collection_id integer NOT NULL REFERENCES fiscal.collections ON DELETE CASCADE,
  PRIMARY KEY (principal_id, collection_id)
);
CREATE TABLE fiscal.keys (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  principal_id integer NOT NULL REFERENCES fiscal.principals ON DELETE CASCADE,
  -- SHA-256 of the key. The key has 256 random bits, so that the digest needs no salt.
  digest bytea NOT NULL UNIQUE CHECK (octet_length(digest) = 32),
  scopes text[] NOT NULL CHECK (scopes <@ ARRAY['ask', 'metrics']),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz
);
-- Of several that hold for a user, the highest counts. Null: no limit of this kind.
CREATE TABLE fiscal.quotas (
  principal_id integer PRIMARY KEY REFERENCES fiscal.principals ON DELETE CASCADE,
  per_day integer CHECK (per_day >= 0),
  running integer CHECK (running >= 0)
);
CREATE TABLE fiscal.asked (
  user_id integer NOT NULL REFERENCES fiscal.principals ON DELETE CASCADE,
  day date NOT NULL,
  questions integer NOT NULL,
  PRIMARY KEY (user_id, day)
);
-- A question that a server did not end, because it was killed, counts until this time.
CREATE TABLE fiscal.running (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  user_id integer NOT NULL REFERENCES fiscal.principals ON DELETE CASCADE,
  until timestamptz NOT NULL
);
CREATE INDEX running_user ON fiscal.running (user_id);

-- Each hash is the SHA-256 of the hash before it and the bytes of the entry. The first one follows 32 zero bytes.
CREATE TABLE fiscal.audit (seq bigint PRIMARY KEY, entry text NOT NULL, hash bytea NOT NULL);
CREATE TABLE fiscal.audit_head (
  only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one),
  seq bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO fiscal.audit_head (seq, hash) VALUES (0, decode(repeat('00', 32), 'hex'));

CREATE FUNCTION fiscal.refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION 'Entries of the audit are never changed.'; END $$;
CREATE TRIGGER audit_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON fiscal.audit
  FOR EACH STATEMENT EXECUTE FUNCTION fiscal.refuse_change();

-- Returns the number of the entry. The row of the head is locked until the transaction ends, so that the entries form one chain.
CREATE FUNCTION fiscal.append_audit(actor integer, action text, details jsonb) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
DECLARE head fiscal.audit_head; entry text; next_hash bytea;
BEGIN
  SELECT * INTO STRICT head FROM fiscal.audit_head FOR UPDATE;
  entry := json_build_object('seq', head.seq + 1,
    'at', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
    'role', session_user, 'actor', actor, 'action', action, 'details', details)::text;
  next_hash := sha256(head.hash || convert_to(entry, 'UTF8'));
  INSERT INTO fiscal.audit VALUES (head.seq + 1, entry, next_hash);
  UPDATE fiscal.audit_head SET seq = head.seq + 1, hash = next_hash;
  RETURN head.seq + 1;
END $$;

-- Every change of rights is in the audit, whatever program makes it.
CREATE FUNCTION fiscal.audit_change() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
DECLARE changed jsonb := to_jsonb(CASE WHEN TG_OP = 'DELETE' THEN OLD ELSE NEW END);
BEGIN
  PERFORM fiscal.append_audit(NULL, TG_TABLE_NAME || '.' || lower(TG_OP), changed - ARRAY['digest', 'name', 'folder', 'created_at']);
  RETURN NULL;
END $$;
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON fiscal.principals FOR EACH ROW EXECUTE FUNCTION fiscal.audit_change();
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON fiscal.members FOR EACH ROW EXECUTE FUNCTION fiscal.audit_change();
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON fiscal.collections FOR EACH ROW EXECUTE FUNCTION fiscal.audit_change();
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON fiscal.grants FOR EACH ROW EXECUTE FUNCTION fiscal.audit_change();
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON fiscal.walls FOR EACH ROW EXECUTE FUNCTION fiscal.audit_change();
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON fiscal.keys FOR EACH ROW EXECUTE FUNCTION fiscal.audit_change();
CREATE TRIGGER audited AFTER INSERT OR UPDATE OR DELETE ON fiscal.quotas FOR EACH ROW EXECUTE FUNCTION fiscal.audit_change();

-- The person that the transaction works for, and the active groups: set by \`enter\`. Without it nothing is visible.
CREATE FUNCTION fiscal.current_principals() RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(string_to_array(nullif(current_setting('fiscal.principals', true), ''), ',')::integer[], '{}')
$$;
-- Those whose walls hold: as above, the groups that are not active, and the groups in the last token of the person.
CREATE FUNCTION fiscal.walled_principals() RETURNS integer[] LANGUAGE sql STABLE AS $$
  SELECT coalesce(string_to_array(nullif(current_setting('fiscal.walled', true), ''), ',')::integer[], '{}')
$$;
-- Granted, and behind no wall. A wall counts more than any grant. PL/pgSQL plans a statement once for a connection.
CREATE FUNCTION fiscal.visible_collections() RETURNS SETOF integer
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
BEGIN
  RETURN QUERY SELECT collection_id FROM fiscal.grants WHERE principal_id = ANY (fiscal.current_principals())
    EXCEPT SELECT collection_id FROM fiscal.walls WHERE principal_id = ANY (fiscal.walled_principals());
END $$;
ALTER TABLE fiscal.collections ENABLE ROW LEVEL SECURITY;
CREATE POLICY visible ON fiscal.collections FOR SELECT TO fiscal_server
USING (id IN (SELECT fiscal.visible_collections()));
CREATE POLICY indexed ON fiscal.collections FOR SELECT TO fiscal_indexer USING (true);

-- Begins to work for a user, until the transaction ends. Groups: those of the user, and those with these names.
CREATE FUNCTION fiscal.become(person integer, group_names text[]) RETURNS TABLE (granted text, walled text)
LANGUAGE sql SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
  WITH of_person AS (
    SELECT g.id, g.active AND (g.name = ANY (group_names) OR m.user_id IS NOT NULL) AS may_grant
    FROM fiscal.principals AS g LEFT JOIN fiscal.members AS m ON m.group_id = g.id AND m.user_id = person
    WHERE g.kind = 'group' AND (m.user_id IS NOT NULL OR g.name = ANY (group_names)
      OR g.name = ANY (SELECT unnest(t.names) FROM fiscal.token_groups AS t WHERE t.user_id = person))
    UNION SELECT person, true
  )
  SELECT set_config('fiscal.principals', (SELECT string_agg(id::text, ',') FROM of_person WHERE may_grant), true),
    set_config('fiscal.walled', (SELECT string_agg(id::text, ',') FROM of_person), true)
$$;
-- No row: the key is unknown, revoked, expired or for something else, or its user is not active.
CREATE FUNCTION fiscal.enter_by_key(given bytea, wanted text) RETURNS TABLE (user_id integer, key_id integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
BEGIN
  PERFORM set_config('fiscal.principals', '', true), set_config('fiscal.walled', '', true);
  SELECT p.id, k.id INTO user_id, key_id FROM fiscal.keys AS k JOIN fiscal.principals AS p ON p.id = k.principal_id
    WHERE k.digest = given AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())
      AND wanted = ANY (k.scopes) AND p.active AND p.kind = 'user';
  IF user_id IS NULL THEN RETURN; END IF;
  PERFORM * FROM fiscal.become(user_id, '{}');
  RETURN NEXT;
END $$;
-- For a person whose name and groups another program has verified. The first time, the person is added.
CREATE FUNCTION fiscal.enter_by_name(given text, group_names text[], token_ends timestamptz) RETURNS TABLE (user_id integer, key_id integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
DECLARE is_active boolean;
BEGIN
  PERFORM set_config('fiscal.principals', '', true), set_config('fiscal.walled', '', true);
  SELECT id, active INTO user_id, is_active FROM fiscal.principals WHERE kind = 'user' AND name = given;
  IF user_id IS NULL THEN
    INSERT INTO fiscal.principals (kind, name) VALUES ('user', given) ON CONFLICT (kind, name) DO NOTHING;
    SELECT id, active INTO user_id, is_active FROM fiscal.principals WHERE kind = 'user' AND name = given;
  END IF;
  IF NOT is_active THEN RETURN; END IF;
  -- An older token that is still valid does not replace the groups of a newer one.
  IF NOT EXISTS (SELECT 1 FROM fiscal.token_groups AS t WHERE t.user_id = enter_by_name.user_id AND t.expires_at >= token_ends) THEN
    INSERT INTO fiscal.token_groups VALUES (enter_by_name.user_id, group_names, token_ends)
      ON CONFLICT ON CONSTRAINT token_groups_pkey DO UPDATE SET names = excluded.names, expires_at = excluded.expires_at
      WHERE token_groups.expires_at < excluded.expires_at;
  END IF;
  PERFORM * FROM fiscal.become(user_id, group_names);
  RETURN NEXT;
END $$;

-- Who a caller is, and the collections that the caller sees. These functions run with the rights of the server, so that row-level
-- security applies. Their conditions repeat its policies: either of the two is enough to hide a row.
CREATE FUNCTION fiscal.collections_seen() RETURNS json LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name, 'kind', c.kind, 'folder', c.folder, 'public_id', c.public_id)
      ORDER BY c.id), '[]')
    FROM fiscal.collections AS c WHERE c.id IN (SELECT fiscal.visible_collections())
  );
END $$;
CREATE FUNCTION fiscal.rights_by_key(given bytea, wanted text) RETURNS TABLE (user_id integer, key_id integer, collections json)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT e.user_id, e.key_id INTO user_id, key_id FROM fiscal.enter_by_key(given, wanted) AS e;
  IF user_id IS NULL THEN RETURN; END IF;
  collections := fiscal.collections_seen();
  RETURN NEXT;
END $$;
CREATE FUNCTION fiscal.rights_by_name(given text, group_names text[], token_ends timestamptz)
RETURNS TABLE (user_id integer, key_id integer, collections json)
LANGUAGE plpgsql AS $$
BEGIN
  SELECT e.user_id, e.key_id INTO user_id, key_id FROM fiscal.enter_by_name(given, group_names, token_ends) AS e;
  IF user_id IS NULL THEN RETURN; END IF;
  collections := fiscal.collections_seen();
  RETURN NEXT;
END $$;

-- Counts a question of the current user. With \`refused\`, why not, and seconds after which it may be asked again.
CREATE FUNCTION fiscal.begin_question(asking integer, default_per_day integer, default_running integer)
RETURNS TABLE (run bigint, refused text, retry_after integer)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
DECLARE most_per_day integer; most_running integer; today date := (now() AT TIME ZONE 'UTC')::date; quotas_of integer;
BEGIN
  PERFORM 1 FROM fiscal.principals WHERE id = asking FOR NO KEY UPDATE;
  SELECT count(*), CASE WHEN bool_or(q.per_day IS NULL) THEN NULL ELSE max(q.per_day) END,
      CASE WHEN bool_or(q.running IS NULL) THEN NULL ELSE max(q.running) END
    INTO quotas_of, most_per_day, most_running
    FROM fiscal.quotas AS q WHERE q.principal_id = ANY (fiscal.current_principals());
  IF quotas_of = 0 THEN most_per_day := default_per_day; most_running := default_running; END IF;
  DELETE FROM fiscal.running AS r WHERE r.user_id = asking AND r.until < now();
  IF (SELECT count(*) FROM fiscal.running AS r WHERE r.user_id = asking) >= most_running THEN
    refused := 'running'; retry_after := 5; RETURN NEXT; RETURN;
  END IF;
  IF coalesce((SELECT a.questions FROM fiscal.asked AS a WHERE a.user_id = asking AND a.day = today), 0) >= most_per_day THEN
    refused := 'per_day';
    retry_after := ceil(extract(epoch FROM (today + 1) - (now() AT TIME ZONE 'UTC')));
    RETURN NEXT; RETURN;
  END IF;
  INSERT INTO fiscal.asked VALUES (asking, today, 1)
    ON CONFLICT ON CONSTRAINT asked_pkey DO UPDATE SET questions = asked.questions + 1;
  INSERT INTO fiscal.running (user_id, until) VALUES (asking, now() + interval '10 minutes') RETURNING id INTO run;
  RETURN NEXT;
END $$;
CREATE FUNCTION fiscal.end_question(ended bigint) RETURNS void
LANGUAGE sql SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$ DELETE FROM fiscal.running WHERE id = ended $$;
CREATE FUNCTION fiscal.head_of_audit() RETURNS TABLE (seq bigint, hash bytea)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$ SELECT seq, hash FROM fiscal.audit_head $$;
-- The server closes the indexes of collections that were removed. It learns nothing but whether ids that it knows still exist.
CREATE FUNCTION fiscal.existing_collections(known integer[]) RETURNS TABLE (id integer)
LANGUAGE sql STABLE SECURITY DEFINER SET search_path = fiscal, pg_temp AS $$
  SELECT c.id FROM fiscal.collections AS c WHERE c.id = ANY (known)
$$;

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA fiscal FROM PUBLIC;
GRANT USAGE ON SCHEMA fiscal TO fiscal_server, fiscal_indexer;
GRANT SELECT ON fiscal.collections TO fiscal_server, fiscal_indexer;
GRANT EXECUTE ON FUNCTION fiscal.append_audit, fiscal.current_principals, fiscal.walled_principals, fiscal.visible_collections, fiscal.enter_by_key,
  fiscal.enter_by_name, fiscal.collections_seen, fiscal.rights_by_key, fiscal.rights_by_name, fiscal.begin_question, fiscal.end_question,
  fiscal.head_of_audit, fiscal.existing_collections TO fiscal_server;
`;
