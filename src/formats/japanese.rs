//! Every text about a faulty or odd input in Japanese: the one table.
//!
//! The English text is the key ([`super::message`]); `{}` stands for a part, `{1}` for
//! the second where Japanese has them in another order. Tests see to it that both name
//! the same parts and that no text is idle.

/// English and Japanese.
pub const TEXTS: &[(&str, &str)] = &[
    // The whole of an input.
    ("is a folder", "フォルダである"),
    (
        "name the files in it, as in folder/*.kif",
        "その中のファイルを folder/*.kif のように指定する",
    ),
    ("cannot be opened: {}", "開けない：{}"),
    (
        "an SFEN on the command line needs quotes around all its parts",
        "コマンド行の SFEN は全体を引用符で囲む",
    ),
    ("cannot be read on: {}", "先を読めない：{}"),
    ("the text is UTF-16", "文字コードが UTF-16 である"),
    (
        "save the file as UTF-8 or Shift_JIS",
        "UTF-8 または Shift_JIS で保存する",
    ),
    (
        "the file is larger than 16 MiB",
        "ファイルが 16 MiB より大きい",
    ),
    (
        "the line is longer than 1 MiB and is skipped",
        "行が 1 MiB より長いので読み飛ばす",
    ),
    (
        "one problem a line; is this a text file?",
        "1行に1題。テキストファイルだろうか",
    ),
    ("no problem in this input", "問題が一つもない"),
    // SFEN.
    ("no position here", "局面がない"),
    (
        "an SFEN has board, side to move and hands: 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        "SFEN は盤面、手番、持駒の順に書く：4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
    ),
    ("the side to move is missing", "手番がない"),
    ("bad side to move '{}'", "手番「{}」は読めない"),
    (
        "write b for Black (先手) or w for White (後手)",
        "先手番は b、後手番は w と書く",
    ),
    ("the pieces in hand are missing", "持駒がない"),
    (
        "write - when nobody holds a piece; RG4p is rook and gold for Black, four pawns for White",
        "どちらにも持駒がなければ - と書く。RG4p は先手に飛と金、後手に歩4枚",
    ),
    (
        "unexpected '{}' after the position",
        "局面のあとの「{}」は読めない",
    ),
    (
        "only a move number may follow; separate id, plies and line with tabs",
        "局面のあとに書けるのは手数の番号だけ。id、手数、手順はタブで区切る",
    ),
    (
        "unexpected '{}' after the move number",
        "手数の番号のあとの「{}」は読めない",
    ),
    (
        "put # before a comment; separate id, plies and line with tabs",
        "注釈の前には # を置く。id、手数、手順はタブで区切る",
    ),
    ("not an SFEN: {}", "SFEN ではない：{}"),
    (
        "the board has {} ranks; it needs 9",
        "盤面が{}段ある。9段が必要",
    ),
    (
        "the board has 1 rank; it needs 9",
        "盤面が1段しかない。9段が必要",
    ),
    (
        "the board has more than 11 ranks; it needs 9",
        "盤面が11段を超えている。9段が必要",
    ),
    (
        "ranks are separated by / ; an empty rank is written 9",
        "段は / で区切り、駒のない段は 9 と書く",
    ),
    ("'0' in rank {}", "{}段目に「0」がある"),
    (
        "empty squares are counted with 1 to 9",
        "空きマスの数は 1 から 9 で書く",
    ),
    ("'+{}' in rank {}", "{1}段目に「+{0}」がある"),
    (
        "+ stands before the letter of a promoted piece",
        "+ は成駒の文字の前に置く",
    ),
    (
        "'{}' in rank {} is no piece",
        "{1}段目の「{0}」は駒ではない",
    ),
    (
        "pieces are P L N S G B R K, small letters for White, + before a promoted one",
        "駒は P L N S G B R K、後手は小文字、成駒は前に + を置く",
    ),
    (
        "'+{}' in rank {}: a {} does not promote",
        "{1}段目の「+{0}」：{2}は成れない",
    ),
    (
        "only P L N S B R have a promoted side",
        "成れる駒は P L N S B R だけ",
    ),
    ("'+' at the end of rank {}", "{}段目の終わりに「+」がある"),
    (
        "rank {} has {} files; it needs 9",
        "{}段目が{}マスある。9マスが必要",
    ),
    (
        "rank {} has 1 file; it needs 9",
        "{}段目が1マスしかない。9マスが必要",
    ),
    (
        "count the pieces and the numbers of empty squares between two slashes",
        "/ と / のあいだの駒と空きマスの数を数え直す",
    ),
    (
        "hands look like RG4P2b3g: a count before the letter, capitals for Black, - for none",
        "持駒は RG4P2b3g のように書く：枚数は文字の前、先手は大文字、なければ -",
    ),
    (
        "'+' in the hands: pieces in hand are never promoted",
        "持駒に「+」がある：持駒は成駒にならない",
    ),
    ("'-' among pieces in hand", "持駒の中に「-」がある"),
    ("'{}' in the hands is no piece", "持駒の「{}」は駒ではない"),
    ("a {} in hand", "持駒に{}がある"),
    ("zero {}s in hand", "持駒の{}が0枚と書いてある"),
    (
        "{} in the hands; a set has {}",
        "持駒に{}ある。一組には{}枚しかない",
    ),
    (
        "promoted pieces on the board count too",
        "盤上の成駒も数に入る",
    ),
    (
        "a number without a piece in the hands",
        "持駒に駒のない数がある",
    ),
    // JSONL.
    ("\"sfen\" is not a string", "\"sfen\" が文字列ではない"),
    (
        "no \"sfen\" in the object",
        "オブジェクトに \"sfen\" がない",
    ),
    (
        "one object a line, like {\"id\": \"a\", \"sfen\": \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"}",
        "1行に1オブジェクト、例：{\"id\": \"a\", \"sfen\": \"4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1\"}",
    ),
    ("not a JSON object", "JSON のオブジェクトではない"),
    ("not JSON: {}", "JSON ではない：{}"),
    (
        "\"{}\" is ignored: not what it should be",
        "\"{}\" は無視する：値の種類が違う",
    ),
    // Lines with fields.
    (
        "field '{}' is ignored: neither a length nor a line",
        "欄「{}」は無視する：手数でも手順でもない",
    ),
    (
        "the declared line is ignored: {}",
        "申告された手順は無視する：{}",
    ),
    // Moves of any format.
    ("move {}, {}, is {}", "{}手目 {} は{}"),
    ("not a USI move", "USI の指し手ではない"),
    (
        "moves look like 7g7f, 8h2b+ or P*3d",
        "指し手は 7g7f、8h2b+、P*3d のように書く",
    ),
    ("not legal there", "そこでは指せない"),
    (
        "the moves are played one after the other",
        "指し手は順に指される",
    ),
    ("not understood", "読み取れない"),
    (
        "ambiguous: several pieces can move there",
        "どの駒か決まらない：動ける駒が複数ある",
    ),
    (
        "{}: the line before it has no such move",
        "{}：その前の手順にその手数がない",
    ),
    ("a branch (変化) is cut: {}", "変化を途中で打ち切る：{}"),
    (
        "branches within {} branches are left out",
        "{}段より深い変化は省く",
    ),
    (
        "the moves of the file are ignored: {}",
        "ファイルの指し手は無視する：{}",
    ),
    // KIF, KI2, BOD.
    (
        "no diagram: a problem needs a drawn board",
        "図がない：問題には盤面の図が要る",
    ),
    (
        "rows look like |v香v桂 ・ ・v玉 ・ ・ ・ ・|一",
        "段は |v香v桂 ・ ・v玉 ・ ・ ・ ・|一 のように書く",
    ),
    (
        "a second diagram needs its own line of file numbers",
        "二つ目の図には筋の番号の行が要る",
    ),
    (
        "rank {} is missing or out of order",
        "{}段目がないか、順番が違う",
    ),
    (
        "the rows go from 一 at the top to 九 at the bottom",
        "段は上から 一 … 九 の順",
    ),
    ("every row begins with |", "どの段も | で始まる"),
    (
        "'v' without a piece in rank {}",
        "{}段目に駒のない「v」がある",
    ),
    (
        "v stands before a piece of the upper side",
        "v は後手の駒の前に置く",
    ),
    (
        "an empty square is written as a space and ・",
        "空きマスは空白と ・ で書く",
    ),
    (
        "pieces are 歩香桂銀金角飛玉 and と杏圭全馬龍, an empty square is ・",
        "駒は 歩香桂銀金角飛玉 と と杏圭全馬龍、空きマスは ・",
    ),
    ("'{}' in the hand is no piece", "持駒の「{}」という駒はない"),
    (
        "hands look like 飛　角二　歩十八, なし or 残り全部",
        "持駒は 飛　角二　歩十八、なし、残り全部 のように書く",
    ),
    (
        "a hand holds 飛角金銀桂香歩 only",
        "持駒になるのは 飛角金銀桂香歩 だけ",
    ),
    ("{} in hand; a set has {}", "持駒が{}。一組には{}枚しかない"),
    (
        "both sides hold all the rest (残り全部)",
        "両方の持駒が残り全部になっている",
    ),
    (
        "write out the pieces of one of them",
        "どちらかの持駒を書き出す",
    ),
    (
        "the defender's hand is not given: all the rest is in it (残り全部)",
        "玉方の持駒が書かれていない：残り全部とみなす",
    ),
    (
        "the defender's hand is given as empty while pieces are missing: all the rest is in it (残り全部)",
        "駒が足りないのに玉方の持駒がなしになっている：残り全部とみなす",
    ),
    // CSA.
    (
        "no board: a CSA record needs P1 to P9, PI or pieces with their squares",
        "盤面がない：CSA には P1 から P9、PI、またはマスつきの駒が要る",
    ),
    (
        "rows look like P1-KY-KE * -OU * ...",
        "段は P1-KY-KE * -OU * ... のように書く",
    ),
    ("'{}' is no piece", "「{}」は駒ではない"),
    (
        "PI82HI22KA takes off a rook and a bishop",
        "PI82HI22KA は飛と角を落とす",
    ),
    (
        "pieces look like 27FU, 00KI in hand, 00AL for all the rest",
        "駒は 27FU、持駒は 00KI、残り全部は 00AL のように書く",
    ),
    (
        "a row is P, its rank and nine squares of three characters: +FU, -OU, ' * '",
        "段は P、段の番号、3文字ずつの9マス：+FU、-OU、' * '",
    ),
    (
        "a row without its rank (1 to 9)",
        "段の番号（1 から 9）がない",
    ),
    // JKF.
    ("not JKF: {}", "JKF ではない：{}"),
    (
        "a JKF file is a JSON object with header, initial and moves",
        "JKF は header、initial、moves をもつ JSON のオブジェクト",
    ),
    ("no set-up is called \"{}\"", "\"{}\" という手合割はない"),
    (
        "initial.data.board needs nine files of nine squares",
        "initial.data.board には9マスの筋が9つ要る",
    ),
    ("{}: no piece \"{}\"", "{}：\"{}\" という駒はない"),
    ("{}: color is 0 or 1", "{}：color は 0 か 1"),
    (
        "initial.data.color is 0 or 1",
        "initial.data.color は 0 か 1",
    ),
    (
        "initial.data.hands: no piece \"{}\" in a hand",
        "initial.data.hands：\"{}\" は持駒にならない",
    ),
    // Positions that make no sense.
    ("two {} kings, on {} and {}", "{}の玉が{}と{}に二つある"),
    (
        "each side has one king at most; a capital K is Black's, a small k White's",
        "玉はどちらにも一つまで。先手の玉は大文字の K、後手の玉は小文字の k",
    ),
    (
        "{} on the board and in the hands; a set has {}",
        "盤上と持駒に{}ある。一組には{}枚しかない",
    ),
    (
        "pieces on the board, promoted or not, and both hands share one set",
        "盤上の駒（成駒も）と両方の持駒で一組",
    ),
    (
        "the {} {} on {} could never move (行き所のない駒)",
        "{2}の{0}の{1}は行き所のない駒",
    ),
    (
        "a piece that far up the board must be promoted; check the rank and the colour",
        "その段では成っていなければならない。段と先後を確かめる",
    ),
    (
        "two {} pawns on file {}, on {} and {} (二歩)",
        "二歩：{0}の歩が{1}筋の{2}と{3}にある",
    ),
    (
        "one of them may be meant promoted (+P, と) or for the other side",
        "どちらかは と（+P）か、相手の歩かもしれない",
    ),
    (
        "no king on the board: the defender (玉方) needs one",
        "盤上に玉がない：玉方の玉が要る",
    ),
    (
        "write the king to be mated as k (White's) or K (Black's)",
        "詰まされる玉を k（後手）または K（先手）と書く",
    ),
    (
        "{} is to be mated and has no king",
        "詰まされる側（{}）に玉がない",
    ),
    (
        "the only king is {0}'s: leave out --attacker {0} or put a king on the board",
        "玉は{0}のものだけ：--attacker を外すか、玉を盤に置く",
    ),
    (
        "{} is to move and could capture the {}'s king on {} with the {} on {}",
        "{0}の手番なのに、{4}の{3}で{1}の玉（{2}）を取れる",
    ),
    ("attacker", "攻方"),
    ("defender", "玉方"),
    (
        "if {} is to move instead, say so (SFEN: {}, KIF: {})",
        "{}の手番ならそう書く（SFEN：{}、KIF：{}）",
    ),
    (
        "the defender ({}) is to move and the king on {} is not in check",
        "玉方（{}）の手番なのに、{}の玉に王手がかかっていない",
    ),
    (
        "if the attacker begins, say so (SFEN: {}, KIF: {})",
        "攻方から始まるならそう書く（SFEN：{}、KIF：{}）",
    ),
    (
        "if the attacker begins, say so (SFEN: {}, KIF: {}); if {} attacks, add --attacker {}",
        "攻方から始まるならそう書く（SFEN：{}、KIF：{}）。{}が攻めるなら --attacker {} を加える",
    ),
    (
        "{} pieces of the set are nowhere ({}); taken as written. To give them to the defender write the hands as {}",
        "一組のうち{}枚がどこにもない（{}）。書かれたとおりに読む。玉方に持たせるなら持駒を {} と書く",
    ),
    (
        "1 piece of the set is nowhere ({}); taken as written. To give it to the defender write the hands as {}",
        "一組のうち1枚がどこにもない（{}）。書かれたとおりに読む。玉方に持たせるなら持駒を {} と書く",
    ),
    // Amounts among the arguments.
    (
        "'{}' does not begin with a number",
        "「{}」は数で始まっていない",
    ),
    (
        "unknown unit '{}'; write 500ms, 90s, 2m or 1h",
        "単位「{}」は使えない。500ms、90s、2m、1h のように書く",
    ),
    (
        "the time must be more than nothing",
        "時間は 0 より長くなければならない",
    ),
    ("'{}' is too long a time", "「{}」は長すぎる"),
    (
        "unknown unit '{}'; write 64M, 512MiB or 4G",
        "単位「{}」は使えない。64M、512MiB、4G のように書く",
    ),
    ("'{}' is less than 1 MiB", "「{}」は 1 MiB より小さい"),
    (
        "'{}' is more than this program can address",
        "「{}」はこのプログラムで扱える量を超える",
    ),
    (
        "unknown unit '{}'; write 10k, 5M or 1G",
        "単位「{}」は使えない。10k、5M、1G のように書く",
    ),
    (
        "the number must be at least 1",
        "数は 1 以上でなければならない",
    ),
    ("'{}' is too large", "「{}」は大きすぎる"),
];
