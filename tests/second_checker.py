#!/usr/bin/env python3
"""A second checker of tsumi's certificates, on the rules of python-shogi.

    second_checker.py FILE...

Prints VERIFIED and the claims, or NOT VERIFIED and why, for each file; exit code 1 when one is
not verified. It is written from docs/certificate.md and shares nothing with the first checker:
other rules, another language, another reader. It is slow (some hundredths of a second an entry)
and meant for certificates of up to some hundred entries.
"""

import sys
from collections import defaultdict

import shogi

KINDS = "RBGSNLP"
PIECE = dict(zip(KINDS, (shogi.ROOK, shogi.BISHOP, shogi.GOLD, shogi.SILVER, shogi.KNIGHT,
                         shogi.LANCE, shogi.PAWN)))
PROMOTED = {shogi.LANCE: shogi.PROM_LANCE, shogi.BISHOP: shogi.PROM_BISHOP,
            shogi.ROOK: shogi.PROM_ROOK}
UNPROMOTED = {shogi.PROM_PAWN: "P", shogi.PROM_LANCE: "L", shogi.PROM_KNIGHT: "N",
              shogi.PROM_SILVER: "S", shogi.PROM_BISHOP: "B", shogi.PROM_ROOK: "R"}
LETTER = {**{kind: letter for letter, kind in PIECE.items()}, **UNPROMOTED}
EVER = 10 ** 9
DEFENDER_MOVES = ("mated", "lasts")
LISTS_CHECKS = ("longer", "beyond", "beyond-exact", "besides", "spends")


class Refused(Exception):
    """The certificate does not prove what it claims."""


def require(holds, why):
    if not holds:
        raise Refused(why)


def hand_of(board, color):
    held = board.pieces_in_hand[color]
    return tuple(held[PIECE[letter]] for letter in KINDS)


def hand_from(text):
    counts, number = dict.fromkeys(KINDS, 0), ""
    for sign in "" if text == "-" else text:
        if sign.isdigit():
            number += sign
        else:
            counts[sign] = int(number or 1)
            number = ""
    return tuple(counts[letter] for letter in KINDS)


def text_of(hand):
    words = (f"{n if n > 1 else ''}{letter}" for n, letter in zip(hand, KINDS) if n)
    return "".join(words)


def plies_from(text, odd):
    require(int(text) % 2 == odd, f"{text} plies")
    return int(text)


def is_within(hand, other):
    return all(a <= b for a, b in zip(hand, other))


def squares(board):
    return board.sfen().split(" ")[0]


def pieces(board):
    """All pieces but the kings, on the board and in both hands."""
    count = [a + b for a, b in zip(hand_of(board, shogi.BLACK), hand_of(board, shogi.WHITE))]
    for square in shogi.SQUARES:
        piece = board.piece_at(square)
        if piece and piece.piece_type != shogi.KING:
            count[KINDS.index(LETTER[piece.piece_type])] += 1
    return tuple(count)


class Certificate:
    def __init__(self, text):
        lines = text.split("\n")
        require(lines.pop() == "" and lines[-1] == "end", "no end")
        self.version = lines[0].removeprefix("tsumi-certificate ")
        require(self.version in ("1", "2"), "version")
        self.root = shogi.Board(lines[1].removeprefix("position "))
        self.attacker = {"black": shogi.BLACK, "white": shogi.WHITE}[lines[2].split(" ")[1]]
        self.defender = 1 - self.attacker
        self.set = pieces(self.root)
        at = 3
        self.claims = []
        while lines[at].startswith("claim "):
            self.claims.append(lines[at].removeprefix("claim "))
            at += 1
        require(self.claims and (self.version == "2" or len(self.claims) == 1), "claims")
        self.reply = None
        if lines[at].startswith("reply "):
            self.reply = lines[at].split(" ")[1]
            at += 1
        self.line = []
        for claim in self.claims:
            if claim.startswith("only "):
                require(not self.line, "two lines")
                self.read_line(claim.removeprefix("only "))
        entries = lines[at + 1:-1]
        require(lines[at] == f"entries {len(entries)}", "number of entries")
        self.entries = [self.read_entry(line) for line in entries]
        # (kind, board) to the hands and plies of the entries.
        self.known = defaultdict(list)
        for kind, board, hand, plies, _ in self.entries:
            self.known[kind, squares(board)].append((hand, plies))

    def read_line(self, text):
        """The attacker's nodes of the line: ply, board, move, exceptions."""
        moves, _, exceptions = text.partition(" / ")
        exceptions = [self.read_exception(word) for word in exceptions.split(" ") if word]
        board = shogi.Board(self.root.sfen())
        for ply, word in enumerate(moves.split(" "), 1):
            move = shogi.Move.from_usi(word)
            require(board.is_legal(move), f"line: {word}")
            if board.turn == self.attacker:
                excepted = [rest for at, *rest in exceptions if at == ply]
                self.line.append((ply, shogi.Board(board.sfen()), word, excepted))
            board.push(move)
            require(board.turn == self.attacker or board.is_check(), f"no check: {word}")
        plies = [ply for ply, *_ in self.line]
        require(all(ply in plies for ply, *_ in exceptions), "exceptions")

    @staticmethod
    def read_exception(word):
        """Its ply, the check, and the plies within which that does not mate, if they are said."""
        ply, check = word.split(":")
        check, _, plies = check.partition(">")
        return int(ply), check, plies_from(plies, True) if plies else None

    def read_entry(self, line):
        kind, _, rest = line.partition(" ")
        if self.version == "1":
            kind, rest = ("longer" if self.claims == ["nomate"] else "mate"), line
        words = rest.split(" ")
        hand = hand_from(words[1])
        turn = self.defender if kind in DEFENDER_MOVES else self.attacker
        empty = shogi.Board(f"{words[0]} b - 1")
        rest = [a - b - c for a, b, c in zip(self.set, pieces(empty), hand)]
        require(min(rest) >= 0, "more pieces than the root has")
        hands = {self.attacker: text_of(hand), self.defender: text_of(rest)}
        both = hands[shogi.BLACK] + hands[shogi.WHITE].lower()
        board = shogi.Board(f"{words[0]} {'bw'[turn]} {both or '-'} 1")
        for color in (shogi.BLACK, shogi.WHITE):
            require((board.king_squares[color] is None) == (self.root.king_squares[color] is None),
                    "other kings than at the root")
        waiting = board.king_squares[1 - turn]
        require(waiting is None or not board.is_attacked_by(turn, waiting), "a king can be taken")
        require(turn == self.attacker or board.is_check(), "not in check")
        words = words[2:]
        odd = kind not in DEFENDER_MOVES
        if kind == "spares" and words[1] == "never":
            return kind, board, hand, 0, words[0]
        if kind in ("mate", "within", "leaves", "spares"):
            return kind, board, hand, plies_from(words[1], odd), words[0]
        if kind == "mated":
            return kind, board, hand, plies_from(words[0], odd), None
        if kind == "lasts":
            return kind, board, hand, plies_from(words[0], odd), words[1]
        require(kind in LISTS_CHECKS, f"kind {kind}")
        plies = EVER
        if kind == "besides":
            plies, words = int(words[0]), words[1:]
        elif self.version == "2":
            ever = kind == "longer" and words[0] == "ever"
            plies, words = EVER if ever else plies_from(words[0], odd), words[1:]
        return kind, board, hand, plies, dict(word.split(":") for word in words)

    # What the entries say of a position.

    def says(self, kind, board, holds):
        return any(holds(hand, plies) for hand, plies in self.known[kind, squares(board)])

    def is_mate(self, board, k):
        held = hand_of(board, self.attacker)
        return self.says("mate", board, lambda hand, n: n <= k and is_within(hand, held))

    def is_longer(self, board, k):
        held = hand_of(board, self.attacker)
        return k < 1 or self.says("longer", board, lambda hand, n: n >= k and is_within(held, hand))

    def at_most(self, board, k):
        held = hand_of(board, self.attacker)
        return (self.is_mate(board, k)
                or self.says("within", board, lambda hand, n: n <= k and hand == held))

    def leaves(self, board, k):
        held = hand_of(board, self.attacker)
        return (k > 2 and self.at_most(board, k - 2)
                or self.says("leaves", board, lambda hand, n: n <= k and hand == held))

    def known_here(self, kind, board):
        held = hand_of(board, self.attacker)
        return [n for hand, n in self.known[kind, squares(board)] if hand == held]

    def spares(self, board, k):
        """The length with nothing left is k at most, or there is none."""
        if k < 1:
            return 1 in self.known_here("leaves", board) or 0 in self.known_here("spares", board)
        return (any(n <= k for n in self.known_here("spares", board))
                or any(n <= k + 2 for n in self.known_here("leaves", board))
                or self.at_most(board, k))

    def spends(self, board, k):
        """There is a length with nothing left, k at least."""
        if any(n >= k for n in self.known_here("spends", board)):
            return True
        if k > 1:
            return False
        for check in self.checks(board):
            board.push(check)
            empty = not any(hand_of(board, self.attacker))
            found = empty and self.holds(self.check_mated, board, 0)
            board.pop()
            if found:
                return True
        return False

    def least_length(self, board):
        held = hand_of(board, self.attacker)
        mates = [n for hand, n in self.known["mate", squares(board)] if is_within(hand, held)]
        bounds = mates + self.known_here("within", board) + self.known_here("leaves", board)
        require(bounds, "no length")
        return min(bounds)

    def greatest_bound(self, board):
        held = hand_of(board, self.attacker)
        bounds = [n for hand, n in self.known["beyond", squares(board)] if is_within(held, hand)]
        return max(bounds + self.known_here("beyond-exact", board), default=0)

    def more_than_for_less(self, board, k):
        held = hand_of(board, self.attacker)
        return (k < 1 or self.is_longer(board, EVER)
                or self.says("beyond", board, lambda hand, n: n >= k and is_within(held, hand)))

    def more_than(self, board, k):
        held = hand_of(board, self.attacker)
        return (self.more_than_for_less(board, k)
                or self.says("beyond-exact", board, lambda hand, n: n >= k and hand == held))

    def only_by_line(self, board, ply):
        held = hand_of(board, self.attacker)
        return (self.is_longer(board, EVER)
                or self.says("besides", board, lambda hand, n: n <= ply and is_within(held, hand))
                or any(at <= ply and squares(node) == squares(board)
                       and is_within(held, hand_of(node, self.attacker))
                       for at, node, _, _ in self.line))

    # The rule about futile interpositions.

    def captures(self, board, move):
        """The positions Q of a drop; none for a reply that is normal."""
        if not move.drop_piece_type:
            return []
        king = board.king_squares[self.defender]
        checkers = list(board.attackers(self.attacker, king))
        if len(checkers) != 1:
            return []
        x = checkers[0]
        rank, file = (king // 9 - x // 9), (king % 9 - x % 9)
        far = max(abs(rank), abs(file)) > 1
        if not far or not (rank == 0 or file == 0 or abs(rank) == abs(file)):
            return []
        kind, to = board.piece_at(x).piece_type, move.to_square
        ways = [kind]
        zone = range(3) if self.attacker == shogi.BLACK else range(6, 9)
        if kind in PROMOTED and (x // 9 in zone or to // 9 in zone):
            ways.append(PROMOTED[kind])
        found = []
        for way in ways:
            q = shogi.Board(board.sfen())
            q.remove_piece_at(x)
            q.set_piece_at(to, shogi.Piece(way, self.attacker))
            q = shogi.Board(q.sfen())
            own = q.king_squares[self.attacker]
            safe = own is None or not q.is_attacked_by(self.defender, own)
            if q.is_check() and safe:
                found.append(q)
        return found

    def after(self, board, move, holds):
        board.push(move)
        try:
            return holds(board)
        finally:
            board.pop()

    def normal(self, board):
        return [move for move in list(board.legal_moves) if not self.captures(board, move)]

    def is_futile(self, board, move, k):
        for q in self.captures(board, move):
            held = hand_of(q, self.attacker)
            for hand, l in self.known["mated", squares(q)]:
                if hand == held and l <= k and (l == 0 or any(
                        self.after(board, reply, lambda b: self.more_than(b, l - 3))
                        for reply in self.normal(board))):
                    return True
        return False

    def check_mated(self, board, k):
        for move in list(board.legal_moves):
            require(self.after(board, move, lambda b: self.at_most(b, k - 1))
                    or self.is_futile(board, move, k), f"reply {move}")

    def check_leaves(self, board, k):
        """The defender to move: at most k, and if it is k pieces are left."""
        if k == 0:
            require(any(hand_of(board, self.attacker)), "nothing left")
            return self.check_mated(board, 0)
        for move in list(board.legal_moves):
            require(self.after(board, move, lambda b: self.leaves(b, k - 1))
                    or self.is_futile(board, move, k), f"reply {move}")
        return None

    def check_last_move(self, board, check):
        """Mate by this check, and by none after which nothing is left."""
        self.after(board, check, lambda b: self.check_mated(b, 0))
        for other in self.checks(board):
            board.push(other)
            if not any(hand_of(board, self.attacker)):
                require(any(self.holds(self.check_lasts, board, reply.usi(), 0)
                            for reply in list(board.legal_moves)), f"{other} leaves nothing")
            board.pop()

    @staticmethod
    def holds(check, *of):
        try:
            check(*of)
        except Refused:
            return False
        return True

    def check_spares(self, board, usi, k):
        """The attacker to move: this check, one of the shortest mates, spares pieces."""
        least = max(k, self.greatest_bound(board))
        require(least > 0, "a mate in one")
        move = shogi.Move.from_usi(usi)
        require(board.is_legal(move), f"{usi} is not legal")
        board.push(move)
        require(board.is_check(), f"{usi} gives no check")
        self.check_mated(board, least + 1)
        for reply in list(board.legal_moves):
            require(self.after(board, reply, lambda b: self.spares(b, k - 2))
                    or self.is_futile(board, reply, least + 1), f"reply {reply}")

    def check_lasts(self, board, usi, k, left=None):
        """The reply lasts more than k plies; or, with `left`, nothing is left after so many."""
        move = shogi.Move.from_usi(usi)
        require(board.is_legal(move), f"{usi} is not legal")
        require(self.after(board, move, lambda b: self.more_than(b, k - 1)
                           or left is not None and self.spends(b, left)), f"reply {usi}")
        least = k
        for q in self.captures(board, move):
            held = hand_of(q, self.attacker)
            bounds = [n for hand, n in self.known["lasts", squares(q)] if hand == held]
            require(bounds, f"{usi} may be futile")
            least = min(least, max(bounds))
        if least < k:
            for reply in self.normal(board):
                require(self.after(board, reply, lambda b: self.at_most(b, least - 1)),
                        f"{usi} may be futile: {reply}")

    # Entries and claims.

    def checks(self, board):
        return [move for move in list(board.legal_moves)
                if self.after(board, move, lambda b: b.is_check())]

    def check_entry(self, kind, board, k, moves):
        if kind == "leaves" and k == 1:
            move = shogi.Move.from_usi(moves)
            require(move in self.checks(board), f"{moves} is no check")
            return self.check_last_move(board, move)
        if kind == "spares":
            return self.check_spares(board, moves, k)
        if kind in ("mate", "within", "leaves"):
            move = shogi.Move.from_usi(moves)
            require(board.is_legal(move), f"{moves} is not legal")
            board.push(move)
            require(board.is_check(), f"{moves} gives no check")
            if kind == "within":
                return self.check_mated(board, k - 1)
            if kind == "leaves":
                return self.check_leaves(board, k - 1)
            for reply in list(board.legal_moves):
                require(self.after(board, reply, lambda b: self.is_mate(b, k - 2)),
                        f"reply {reply}")
            return None
        if kind == "mated":
            return self.check_mated(board, k)
        if kind == "lasts":
            return self.check_lasts(board, moves, k)
        checks = self.checks(board)
        require(sorted(move.usi() for move in checks) == sorted(moves), "checks")
        left = EVER if k == EVER else k - 2
        length = self.least_length(board) if kind == "spends" else 0
        for check in checks:
            board.push(check)
            usi = moves[check.usi()]
            reply = shogi.Move.from_usi(usi)
            if kind == "beyond-exact":
                self.check_lasts(board, usi, k - 1)
            elif kind == "spends":
                self.check_lasts(board, usi, length - 1, max(left, 1))
            else:
                require(board.is_legal(reply), f"{usi} is not legal")
                require(kind != "beyond" or not self.captures(board, reply), f"futile: {usi}")
                holds = {"longer": lambda b: self.is_longer(b, left),
                         "beyond": lambda b: self.more_than_for_less(b, left),
                         "besides": lambda b: self.only_by_line(b, k)}[kind]
                require(self.after(board, reply, holds), f"{check} {usi}")
            board.pop()
        return None

    def check_claim(self, claim):
        root, attacks = self.root, self.root.turn == self.attacker
        word, _, rest = claim.partition(" ")
        k = EVER if word == "nomate" else plies_from(rest, attacks) if word != "only" else 0
        if word == "only":
            for ply, node, intended, excepted in self.line:
                # A copy: the positions of the line are compared with those that are reached.
                board = shogi.Board(node.sfen())
                checks = self.checks(board)
                for usi, plies in excepted:
                    require(usi in [check.usi() for check in checks], f"no check: {usi}")
                    if plies is None:
                        continue
                    board.push_usi(usi)
                    require(any(self.after(board, reply, lambda b: self.is_longer(b, plies - 2))
                                for reply in list(board.legal_moves)), f"ply {ply}: {usi}")
                    board.pop()
                for check in checks:
                    if check.usi() == intended or check.usi() in [usi for usi, _ in excepted]:
                        continue
                    board.push(check)
                    require(any(self.after(board, reply, lambda b: self.only_by_line(b, ply))
                                for reply in list(board.legal_moves)), f"ply {ply}: {check}")
                    board.pop()
            return
        one = {"mate": self.is_mate, "within": self.at_most, "nomate": self.is_longer,
               "leaves": self.leaves, "spares": self.spares, "spends": self.spends,
               "longer": self.is_longer, "beyond": self.more_than}[word]
        require(attacks or word not in ("spares", "spends"), f"claim {claim}")
        if attacks:
            require(one(root, k), f"claim {claim}")
        elif word == "within":
            self.check_mated(root, k)
        elif word == "leaves":
            self.check_leaves(root, k)
        elif word == "mate":
            for reply in list(root.legal_moves):
                require(self.after(root, reply, lambda b: self.is_mate(b, k - 1)), f"{reply}")
        else:
            replies = [shogi.Move.from_usi(self.reply)] if self.reply else list(root.legal_moves)
            left = EVER if k == EVER else k - 1

            def shows(reply):
                if not root.is_legal(reply):
                    return False
                if word != "beyond":
                    return self.after(root, reply, lambda b: self.is_longer(b, left))
                return self.holds(self.check_lasts, root, reply.usi(), k)
            require(any(shows(reply) for reply in replies), f"claim {claim}")

    def check(self):
        for kind, board, _, plies, moves in self.entries:
            self.check_entry(kind, shogi.Board(board.sfen()), plies, moves)
        for claim in self.claims:
            self.check_claim(claim)
        return ", ".join(self.claims)


def main(files):
    refused = False
    for name in files:
        try:
            with open(name, encoding="utf-8") as file:
                words = "VERIFIED " + Certificate(file.read()).check()
        except (Refused, ValueError, IndexError, KeyError) as why:
            words, refused = f"NOT VERIFIED: {why}", True
        print(f"{name}: {words}" if len(files) > 1 else words)
    return int(refused)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
