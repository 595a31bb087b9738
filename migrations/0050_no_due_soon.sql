-- Hooks no longer say that a meal is due: people hear of a window only after it has ended. A hook that wanted nothing else
-- hears of late meals.

-- Up Migration
UPDATE hooks SET events = coalesce(nullif(array_remove(events, 'creature.due_soon'), '{}'), '{creature.late}')
  WHERE 'creature.due_soon' = ANY (events);
DELETE FROM hook_deliveries WHERE event = 'creature.due_soon';

-- Down Migration
